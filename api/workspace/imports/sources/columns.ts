/** What the columns of tables become, by their names in the tools that we know. */
import type { ColumnTarget, ImportSource } from '#contract/workspace/imports.ts'
import { type DayOrder, folded } from '../values.ts'

/** A column of the file, by its place, and what it becomes. */
export type Column = { name: string; to: ColumnTarget }
export type TableHow = {
  source: ImportSource
  columns: Column[]
  dates: DayOrder
  /** Ids of people by which comments name their authors, and the names that other columns give them. */
  people: Record<string, string>
}

/** Names that mean the same in every tool. */
const COMMON: Partial<Record<ColumnTarget, readonly string[]>> = {
  key: ['id', 'key', 'issue key', 'task id', 'identifier', 'issue id', '#', 'number', 'ticket'],
  name: ['name', 'title', 'summary', 'subject', 'task name', 'issue', 'task'],
  text: ['description', 'notes', 'task content', 'details', 'body', 'content'],
  project: ['project', 'project name', 'team', 'list name', 'board'],
  state: ['state', 'status', 'state name', 'section/column', 'section', 'column', 'current state', 'list'],
  state_group: ['status category', 'state group', 'state type'],
  priority: ['priority', 'priority label'],
  labels: ['labels', 'label', 'tags', 'tag'],
  assignees: ['assignee', 'assignees', 'assigned to', 'owner', 'owners', 'assignee email', 'owned by'],
  author: ['creator', 'author', 'reporter', 'created by', 'created by name', 'requester', 'requested by'],
  start_date: ['start date', 'start', 'starts'],
  target_date: ['due date', 'target date', 'due', 'deadline', 'due on'],
  created_at: ['created', 'created at', 'created date', 'date created', 'created at (utc)', 'created on'],
  updated_at: ['updated', 'updated at', 'last modified', 'updated at (utc)', 'modified', 'last updated'],
  completed_at: [
    'completed',
    'completed at',
    'closed',
    'closed at',
    'resolved',
    'closed at (utc)',
    'closed date',
    'done',
  ],
  archived_at: ['archived', 'archived at'],
  estimate: [
    'estimate',
    'story points',
    'points',
    'weight',
    'custom field (story points)',
    'custom field (story point estimate)',
  ],
  parent: [
    'parent',
    'parent issue',
    'parent task',
    'parent id',
    'parent key',
    'epic link',
    'custom field (epic link)',
  ],
  blocked_by: ['blocked by', 'blocked by (dependencies)'],
  blocking: ['blocking', 'blocking (dependencies)', 'blocks'],
  relates_to: ['related to', 'relates to', 'related issues'],
  duplicate_of: ['duplicate of'],
  cycle: ['cycle', 'cycle name', 'cycles', 'sprint', 'iteration', 'cycle number'],
  cycle_start: ['cycle start', 'cycle start date', 'iteration start'],
  cycle_end: ['cycle end', 'cycle end date', 'iteration end'],
  module: [
    'module',
    'modules',
    'module name',
    'milestone',
    'fix version/s',
    'fix versions',
    'epic',
    'target version',
  ],
  comment: ['comment', 'comments'],
  file: ['attachment', 'attachment links', 'attachments'],
  address: ['url', 'link', 'task link', 'issue url'],
  label: [
    'issue type',
    'type',
    'tracker',
    'work item type',
    'resolution',
    'components',
    'component/s',
    'severity',
    'category',
  ],
  skip: [
    'started',
    'time in status (minutes)',
    'sla status',
    'project milestone id',
    'project id',
    'triaged',
    'sub issues count',
    'link count',
    'attachment count',
    'subscribers count',
    'subscribers',
    'is draft',
    'watchers',
    'watchers id',
    'last viewed',
    'votes',
    'log work',
    'locked',
    'confidential',
    'time estimate',
    'time spent',
    'sequence id',
    'project identifier',
    'module start date',
    'module target date',
    'reporter id',
    'assignee id',
    'creator id',
    'custom field (rank)',
    'project lead',
    'project description',
    'project type',
    'project url',
    'status category changed',
    'date created text',
    'due date text',
    'start date text',
    'author username',
    'assignee username',
  ],
}

/** Where a tool means something else by a name than others do. */
const OF_SOURCE: Partial<Record<ImportSource, Record<string, ColumnTarget>>> = {
  linear: {
    project: 'module',
    team: 'project',
    uuid: 'other_key',
    canceled: 'completed_at',
    'project milestone': 'skip',
    initiatives: 'skip',
    roadmaps: 'skip',
    'cycle number': 'skip',
  },
  jira: {
    'issue id': 'other_key',
    'project key': 'project',
    'project name': 'skip',
    creator: 'skip',
    'affects version/s': 'label',
    'affects versions': 'label',
  },
  gitlab: {
    id: 'other_key',
    iid: 'key',
    'issue id': 'other_key',
    // Numbers alone are counted by each project, and by each group for its epics.
    'parent iid': 'skip',
    'parent title': 'skip',
  },
  asana: { projects: 'project', 'task id': 'key' },
  plane: {
    id: 'key',
    'project identifier': 'skip',
    relations: 'relates_to',
    link: 'address',
    links: 'address',
  },
}

const common = new Map(
  Object.entries(COMMON).flatMap(([target, names]) => names.map(name => [name, target as ColumnTarget])),
)

/** What a link of Jira says of the issue that has it, by the name of its type. The other end of a duplicate says it of itself. */
export const linkOfJira = (
  type: string,
  isOutward: boolean,
): 'blocking' | 'blocked_by' | 'duplicate_of' | 'relates_to' | 'skip' => {
  if (/duplicat|clone/i.test(type)) return isOutward ? 'duplicate_of' : 'skip'
  // Who depends on another is blocked by it; who comes before another blocks it.
  if (/depend/i.test(type)) return isOutward ? 'blocked_by' : 'blocking'
  return /block|preced/i.test(type) ? (isOutward ? 'blocking' : 'blocked_by') : 'relates_to'
}

/** What a column becomes where nobody has chosen; null for a name that no tool is known by. */
export const targetOf = (source: ImportSource, column: string): ColumnTarget | null => {
  const name = folded(column)
  const link = source === 'jira' && /^(in|out)ward issue link \((.{1,200})\)$/.exec(name)
  if (link) return linkOfJira(link[2]!, link[1] === 'out')
  return OF_SOURCE[source]?.[name] ?? common.get(name) ?? null
}

const DATED: readonly (ColumnTarget | undefined)[] = [
  ...(['start_date', 'target_date', 'created_at', 'updated_at', 'completed_at', 'archived_at'] as const),
  ...(['cycle_start', 'cycle_end', 'comment'] as const),
]
/** Do cells of this column begin with a date, whatever tool wrote it? */
export const isDated = (column: string): boolean => DATED.includes(common.get(folded(column)))

/** Does a cell of this column hold one value, whatever commas are in it? A name in the plural lists several. */
export const isSingle = (source: ImportSource, to: ColumnTarget, column: string): boolean => {
  // A column of Jira is repeated for each of its values; Linear and Asana know one assignee.
  if (source === 'jira') return true
  if (to === 'assignees') return source === 'linear' || source === 'asana'
  if (to === 'project') return source !== 'asana'
  // Several modules of an issue are in the column of one.
  if (to === 'module' && source === 'plane') return false
  return (to === 'cycle' || to === 'module' || to === 'label') && !/s$/i.test(column.trim())
}

/** The tool that a file comes from, by the names of its columns. */
export const sourceOf = (columns: readonly string[]): ImportSource => {
  const names = new Set(columns.map(folded))
  const has = (...all: string[]) => all.every(name => names.has(name))
  if (has('issue key', 'issue id')) return 'jira'
  if (has('team', 'cycle number', 'cycle name')) return 'linear'
  if (has('section/column', 'task id')) return 'asana'
  if (has('identifier', 'state name', 'is draft') || has('project identifier', 'sequence id')) return 'plane'
  if (has('module start date', 'cycle start date')) return 'plane'
  if (has('author username', 'confidential')) return 'gitlab'
  return 'csv'
}
