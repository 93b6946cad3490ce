/** What a span of the log says to each connection: judged and encoded once for all viewers with the same rights. */
import { hash } from 'node:crypto'
import type { LiveMessage, LiveScope } from '#contract/changes.ts'
import { entities } from '#contract/index.ts'
import { type Row, type Rule, rulesWithin, type Viewer } from '#contract/rules.ts'
import { Issue } from '#contract/work/issues.ts'
import { nobody, type ServerViewer } from '../db/viewer.ts'
import { altersRights, type LoggedChange, mayAlterRights, type Span, seenBy } from './log.ts'

/** The columns whose value, equal to the viewer's id, makes a row their own. */
const ownColumns = (rule: Rule): string[] =>
  rulesWithin(rule).flatMap(part => (part.is === 'own' ? [part.column] : []))
const ownColumnsOf = new Map(Object.values(entities).map(({ name, read }) => [name, ownColumns(read)]))

/**
 * Changes of one row become its last state, with the columns as they were before the first: a row that is edited all
 * the time is sent once a span. A deletion stays by itself, and so does what follows it.
 */
export const joined = (changes: readonly LoggedChange[]): LoggedChange[] => {
  const open = new Map<string, LoggedChange>()
  const kept = new Set<LoggedChange>()
  for (const change of changes) {
    const key = `${change.entity} ${change.row_id}`
    const earlier = open.get(key)
    if (earlier && change.op === 'update') {
      kept.delete(earlier)
      const before = earlier.op === 'create' ? null : { ...change.before, ...earlier.before }
      const both = { ...change, op: earlier.op, before }
      open.set(key, both)
      kept.add(both)
      continue
    }
    kept.add(change)
    if (change.op === 'delete') open.delete(key)
    else open.set(key, change)
  }
  return [...kept]
}

type Rights = Pick<Viewer, 'workspaces' | 'projects' | 'isInstanceAdmin'>
type Group = { key: string; viewer: ServerViewer }
/** Somebody to whom no row belongs. */
const SOMEBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const groups = new WeakMap<ServerViewer, { scope: string; group: Group }>()

const rightsIn = ({ workspaces, projects, isInstanceAdmin }: ServerViewer, workspace: string): Rights => ({
  workspaces: workspace in workspaces ? { [workspace]: workspaces[workspace]! } : {},
  projects: Object.fromEntries(
    Object.entries(projects)
      .filter(([, project]) => project.workspace === workspace)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ),
  isInstanceAdmin,
})

/**
 * The viewers with the same rights in a workspace, as one of them to whom no row belongs. Rows are judged by nothing
 * else than what the key is made of, so nobody can be given what somebody of other rights may see.
 */
const groupOf = (viewer: ServerViewer, workspace: string): Group => {
  const known = groups.get(viewer)
  if (known?.scope === workspace) return known.group
  const rights = rightsIn(viewer, workspace)
  const key = hash('sha256', JSON.stringify(rights), 'base64')
  const group = { key, viewer: { ...nobody, ...rights, id: SOMEBODY } }
  groups.set(viewer, { scope: workspace, group })
  return group
}

type Judged = { span: Span; owners: Set<unknown>; alters: LoggedChange[]; encoded: Map<string, Buffer> }
const judged = new WeakMap<Span, Judged>()

// Everyone to whom one of the rows belongs or belonged, or an issue that a history names.
const ownersIn = ({ changes, named }: Span): Set<unknown> => {
  const owners = new Set<unknown>()
  const take = (columns: string[], row: Row | null) => {
    if (row) for (const column of columns) owners.add(row[column])
  }
  for (const { entity, row, before } of changes) {
    const columns = ownColumnsOf.get(entity)!
    take(columns, row)
    take(columns, before)
  }
  for (const row of named.values()) take(ownColumnsOf.get(Issue.name)!, row)
  return owners
}

const judgedOf = (span: Span): Judged => {
  const known = judged.get(span)
  if (known) return known
  const short = { ...span, changes: joined(span.changes) }
  const fresh = {
    span: short,
    owners: ownersIn(short),
    // Of every change, also of those that another one has covered since.
    alters: span.changes.filter(mayAlterRights),
    encoded: new Map<string, Buffer>(),
  }
  judged.set(span, fresh)
  return fresh
}

/** Does the span alter what the viewer may do or see elsewhere? */
export const altersRightsOf = (span: Span, viewer: Viewer): boolean => {
  const { alters } = judgedOf(span)
  return alters.length > 0 && alters.some(change => altersRights(change, viewer))
}

const encode = (scope: LiveScope, id: string, { span }: Judged, viewer: ServerViewer): Buffer => {
  const changes = seenBy(span, viewer, id)
  const message: LiveMessage = { type: 'changes', scope, from: span.from, to: span.to, changes }
  return Buffer.from(JSON.stringify(message))
}

/**
 * The message of a span of the scope `id` to a viewer: the same bytes for everyone whose rights are the same and to
 * whom none of its rows belongs.
 */
export const encodedFor = (scope: LiveScope, id: string, span: Span, viewer: ServerViewer): Buffer => {
  const here = judgedOf(span)
  if (scope === 'user' || viewer.token || viewer.id === '') return encode(scope, id, here, viewer)
  const group = groupOf(viewer, id)
  const isOwner = here.owners.has(viewer.id)
  const key = isOwner ? `${group.key} ${viewer.id}` : group.key
  const known = here.encoded.get(key)
  if (known) return known
  const bytes = encode(scope, id, here, isOwner ? { ...group.viewer, id: viewer.id } : group.viewer)
  here.encoded.set(key, bytes)
  return bytes
}
