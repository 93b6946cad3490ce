/** Rows as tools answer them: short, by the names that people use. */
import type { Issue } from '#contract/work/issues.ts'
import type { Directory } from './directory.ts'

/** Bytes of the rows of a list: a hundred issues with their usual fields. What is beyond comes with the next page. */
export const LIST_BYTES = 7_600
/** Characters of a title in a list; reading the issue gives all of it. */
const TITLE_CUT = 80

export const issueColumns = [
  ...([
    'key',
    'title',
    'state',
    'priority',
    'assignees',
    'due',
    'start',
    'labels',
    'delegate',
    'cycle',
    'modules',
  ] as const),
  ...([
    'estimate',
    'parent',
    'project',
    'group',
    'creator',
    'created',
    'updated',
    'completed',
    'id',
  ] as const),
] as const
export type IssueColumn = (typeof issueColumns)[number]
export const USUAL: IssueColumn[] = ['key', 'title', 'state', 'priority', 'assignees', 'due']
/** Those of a single issue. */
const WHOLE: IssueColumn[] = issueColumns.filter(column => column !== 'created' && column !== 'group')

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

type Names = {
  keyOf: (issue: Issue) => string
  of: (
    kind: 'state' | 'label' | 'cycle' | 'module' | 'person' | 'project' | 'point',
    id: string | null,
  ) => string
}

/** The names that these columns need, read once. */
const namesFor = async (directory: Directory, columns: readonly IssueColumn[]): Promise<Names> => {
  const has = (...wanted: IssueColumn[]) => wanted.some(column => columns.includes(column))
  const known = new Map<string, string>()
  const put = (kind: string, rows: readonly { id: string }[], nameOf: (row: never) => string) => {
    for (const row of rows) known.set(`${kind} ${row.id}`, nameOf(row as never))
  }
  type ByName = { name: string }
  const { shown } = directory
  put('project', await shown(directory.projects), (row: { identifier: string }) => row.identifier)
  if (has('state')) put('state', await shown(directory.states), (row: ByName) => row.name)
  if (has('labels')) put('label', await shown(directory.labels), (row: ByName) => row.name)
  if (has('cycle')) put('cycle', await shown(directory.cycles), (row: ByName) => row.name)
  if (has('modules')) put('module', await shown(directory.modules), (row: ByName) => row.name)
  if (has('assignees', 'creator', 'delegate'))
    put('person', await shown(directory.people), (row: { display_name: string }) => row.display_name)
  if (has('estimate'))
    put(
      'point',
      (await shown(directory.estimates)).flatMap(one => one.points),
      (row: { value: string }) => row.value,
    )
  return {
    // Without the identifier of its project an issue is called by its id, which all tools take.
    keyOf: ({ id, project_id, sequence_id }) => {
      const identifier = known.get(`project ${project_id}`)
      return identifier ? `${identifier}-${sequence_id}` : id
    },
    of: (kind, id) => (id ? (known.get(`${kind} ${id}`) ?? id) : ''),
  }
}

const cellOf = (issue: Issue, column: IssueColumn, { of, keyOf }: Names): string => {
  const all = (kind: 'label' | 'module' | 'person', ids: string[]) => ids.map(id => of(kind, id)).join(', ')
  switch (column) {
    case 'key':
      return keyOf(issue)
    case 'title':
      return issue.name
    case 'state':
      return of('state', issue.state_id)
    case 'group':
      return issue.state__group
    case 'priority':
      return issue.priority === 'none' ? '' : issue.priority
    case 'assignees':
      return all('person', issue.assignee_ids)
    case 'delegate':
      return of('person', issue.delegate_id)
    case 'labels':
      return all('label', issue.label_ids)
    case 'modules':
      return all('module', issue.module_ids)
    case 'cycle':
      return of('cycle', issue.cycle_id)
    case 'estimate':
      return of('point', issue.estimate_point)
    case 'project':
      return of('project', issue.project_id)
    case 'creator':
      return of('person', issue.created_by)
    case 'parent':
      return issue.parent_id ?? ''
    case 'due':
      return issue.target_date ?? ''
    case 'start':
      return issue.start_date ?? ''
    case 'created':
      return issue.created_at
    case 'updated':
      return issue.updated_at
    case 'completed':
      return issue.completed_at ?? ''
    case 'id':
      return issue.id
  }
}

/** A list as columns and rows, and how many of the issues fit into it. */
export const issueTable = async (
  directory: Directory,
  issues: readonly Issue[],
  columns: readonly IssueColumn[] = USUAL,
) => {
  const names = await namesFor(directory, columns)
  const rows: string[][] = []
  let bytes = 0
  for (const issue of issues) {
    const row = columns.map(column =>
      column === 'title' ? cut(issue.name, TITLE_CUT) : cellOf(issue, column, names),
    )
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    if (bytes > LIST_BYTES && rows.length > 0) break
    rows.push(row)
  }
  return { fields: columns, rows }
}

/** One issue with what it has, and its address. */
export const issueRow = async (directory: Directory, issue: Issue, address: (key: string) => string) => {
  const names = await namesFor(directory, WHOLE)
  const cells = WHOLE.map(column => [column, cellOf(issue, column, names)] as const)
  const row: Record<string, string> = Object.fromEntries(cells.filter(([, cell]) => cell !== ''))
  return { ...row, url: address(row.key!) }
}
