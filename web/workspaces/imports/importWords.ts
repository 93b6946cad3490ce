import {
  type ColumnTarget,
  type Import,
  type ImportSource,
  type MatchKind,
  UNDER_WAY,
} from '#contract/workspace/imports.ts'

export type SourceWords = {
  id: ImportSource
  name: string
  /** In rows, where the name is too long. */
  short?: string
  /** Its ways in, beside the name. */
  ways: string
  file: string
  /** Endings of the files that it comes as. */
  accepts?: string
  /** What its connection asks for; without, it comes as a file alone. */
  connection?: { url?: string; place: string; placeHint: string; user?: string; key: string; brings: string }
}

/** Where work comes from, as the tiles name it. */
export const sources: readonly SourceWords[] = [
  {
    id: 'plane',
    name: 'Plane',
    ways: 'API key or CSV',
    file: 'CSV, XLSX or JSON',
    connection: {
      url: 'Address of its server',
      place: 'Workspace',
      placeHint: 'The part after the address of its server',
      key: 'API key',
      brings:
        'The API brings texts, comments, files, links, cycles and modules of all projects that the key sees. At 60 calls a minute a thousand issues take about half an hour.',
    },
  },
  {
    id: 'linear',
    name: 'Linear',
    ways: 'API key or CSV',
    file: 'CSV',
    connection: {
      place: 'Team',
      placeHint: 'Its key, such as ENG; empty means all',
      key: 'Personal API key',
      brings: 'The API brings comments, files, links and the groups of states; a CSV has none of them.',
    },
  },
  {
    id: 'jira',
    name: 'Jira',
    ways: 'API or CSV',
    file: 'CSV with all fields',
    connection: {
      url: 'Address, such as https://you.atlassian.net',
      place: 'Project',
      placeHint: 'Its key, such as PO',
      user: 'Your mail address in Jira Cloud; empty for a server of your own',
      key: 'API token, or personal access token of a server',
      brings:
        'The API brings all issues with comments, files, sprints and relations; a CSV has 1,000 issues at most.',
    },
  },
  {
    id: 'github',
    name: 'GitHub',
    ways: 'access token or JSON',
    file: 'JSON of gh issue list',
    connection: {
      url: 'Empty for github.com; otherwise the address of the API, such as https://git.example.org/api/v3',
      place: 'Repository',
      placeHint: 'owner/name',
      key: 'Access token',
      brings:
        'Issues with labels, milestones, sub-issues, comments and the files of texts. Pull requests stay there.',
    },
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    ways: 'access token or CSV',
    file: 'CSV',
    connection: {
      url: 'Empty for gitlab.com; otherwise its address, such as https://git.example.org',
      place: 'Project',
      placeHint: 'group/name',
      key: 'Access token',
      brings: 'The API brings comments, files, iterations and links between issues; a CSV has none of them.',
    },
  },
  { id: 'trello', name: 'Trello', ways: 'JSON of a board', file: 'JSON of a board' },
  { id: 'asana', name: 'Asana', ways: 'CSV', file: 'CSV' },
  { id: 'csv', name: 'CSV or Excel', ways: 'any list, columns matched by you', file: 'CSV or XLSX' },
  {
    id: 'pages',
    name: 'Notion, Markdown or HTML',
    short: 'Pages',
    ways: 'a zip, into pages',
    file: 'ZIP of Notion, of a Confluence space as HTML, or of Markdown or HTML files',
    accepts: '.zip',
  },
]
export const sourceOf = (id: ImportSource): SourceWords =>
  sources.find(one => one.id === id) ?? sources.at(-1)!

/** What an import brings, one of it and many. */
export const nounOf = (source: ImportSource): [one: string, many: string] =>
  source === 'pages' ? ['page', 'pages'] : ['issue', 'issues']

const figure = new Intl.NumberFormat('en-GB')
export const inFigures = (count: number): string => figure.format(count)
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${inFigures(count)} ${count === 1 ? one : many}`

/** What a value becomes, as its picker says it. */
export const targetWords: Record<ColumnTarget, string> = {
  key: 'Key',
  other_key: 'Another key',
  name: 'Title',
  text: 'Text',
  project: 'Project',
  state: 'State',
  state_group: 'Group of the state',
  priority: 'Priority',
  labels: 'Labels',
  assignees: 'Assignees',
  author: 'Author',
  start_date: 'Start date',
  target_date: 'Due date',
  created_at: 'Created',
  updated_at: 'Updated',
  completed_at: 'Completed',
  archived_at: 'Archived',
  estimate: 'Estimate',
  parent: 'Parent',
  blocked_by: 'Blocked by',
  blocking: 'Blocks',
  relates_to: 'Related to',
  duplicate_of: 'Duplicate of',
  cycle: 'Cycle',
  cycle_start: 'Start of the cycle',
  cycle_end: 'End of the cycle',
  module: 'Module',
  comment: 'Comments',
  file: 'Files',
  address: 'Link to the original',
  label: 'Label “Column: value”',
  line: 'Line in the text',
  link: 'Link',
  skip: 'Leave out',
}

export const kindWords: Record<MatchKind, string> = {
  projects: 'Projects',
  states: 'States',
  people: 'People',
  labels: 'Labels',
  priorities: 'Priorities',
  estimates: 'Estimates',
  columns: 'Columns',
}

/** Of a dry run and of an import, in this order. */
export const outcomeWords: [kind: string, name: string][] = [
  ['pages', 'Pages'],
  ['databases', 'Tables of databases'],
  ['pictures', 'Pictures'],
  ['issues', 'Issues'],
  ['comments', 'Comments'],
  ['sub_issues', 'Sub-issues'],
  ['relations', 'Relations'],
  ['cycles', 'Cycles'],
  ['modules', 'Modules'],
  ['labels', 'Labels'],
  ['people', 'People'],
  ['files', 'Files'],
]

export const phaseWords: Record<string, string> = {
  projects: 'Projects',
  people: 'People',
  parts: 'States, labels, cycles and modules',
  issues: 'Issues',
  pages: 'Pages',
  matched: 'Issues that were here',
  comments: 'Comments',
  files: 'Files',
  relations: 'Relations',
  count: 'Count against the file',
  read: 'Reading',
  values: 'Counting values',
  rows: 'Dry run',
  undo: 'Undoing',
  wait: 'Waiting for the source',
}

export const isUnderWay = ({ state }: Pick<Import, 'state'>) => UNDER_WAY.some(one => one === state)
