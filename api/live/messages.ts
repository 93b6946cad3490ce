/** What a span of the log says to each connection: judged and encoded once for all viewers with the same rights. */
import type { LiveMessage, LiveScope } from '#contract/changes.ts'
import { type EntityName, entities } from '#contract/index.ts'
import { type Row, rulesWithin, type Viewer } from '#contract/rules.ts'
import { Issue } from '#contract/work/issues.ts'
import { nobody, type ServerViewer } from '../db/viewer.ts'
import { altersRights, type LoggedChange, mayAlterRights, type Span, seenBy } from './log.ts'

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

type Judged = {
  span: Span
  /** Everyone to whom one of its rows belongs or belonged, or an issue that a history names. */
  owners: ReadonlySet<unknown>
  /** The projects in which its rows are judged. */
  projects: readonly string[]
  alters: LoggedChange[]
  encoded: Map<string, Buffer>
}
const judged = new WeakMap<Span, Judged>()

/** The columns of a noun's rows that hold an owner, and those that hold a project. */
const decidingColumns = new Map(
  Object.values(entities).map(({ name, read, place }) => {
    const rules = rulesWithin(read)
    const owner = rules.flatMap(rule => (rule.is === 'own' ? [rule.column] : []))
    const project = rules.flatMap(rule => (rule.is === 'elsewhere' ? [rule.project] : []))
    return [name, { owner, project: place.project ? [place.project, ...project] : project }]
  }),
)

const decidersIn = ({ changes, named }: Span) => {
  const owners = new Set<unknown>()
  const projects = new Set<string>()
  const take = (entity: EntityName, row: Row | null) => {
    if (!row) return
    const { owner, project } = decidingColumns.get(entity)!
    for (const column of owner) owners.add(row[column])
    for (const column of project) if (typeof row[column] === 'string') projects.add(row[column])
  }
  for (const { entity, row, before } of changes) {
    take(entity, row)
    take(entity, before)
  }
  for (const row of named.values()) take(Issue.name, row)
  return { owners, projects: [...projects] }
}

const judgedOf = (span: Span): Judged => {
  const known = judged.get(span)
  if (known) return known
  const short = { ...span, changes: joined(span.changes) }
  const fresh = {
    span: short,
    ...decidersIn(short),
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

/** Somebody to whom no row belongs. */
const SOMEBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * What of a viewer decides about the rows of a span, and nothing else: rows are judged by this alone, so people for whom
 * it is the same cannot be given different things, and nobody is given what another one may see.
 */
const decidersOf = ({ owners, projects }: Judged, viewer: ServerViewer, workspace: string): Viewer => {
  const role = viewer.workspaces[workspace]
  return {
    id: viewer.id === '' || owners.has(viewer.id) ? viewer.id : SOMEBODY,
    isInstanceAdmin: viewer.isInstanceAdmin,
    anchor: viewer.anchor ?? null,
    workspaces: role ? { [workspace]: role } : {},
    projects: Object.fromEntries(
      projects.flatMap(id => (viewer.projects[id] ? [[id, viewer.projects[id]]] : [])),
    ),
  }
}

const encode = (scope: LiveScope, id: string, { span }: Judged, viewer: ServerViewer): Buffer => {
  const changes = seenBy(span, viewer, id)
  const message: LiveMessage = { type: 'changes', scope, from: span.from, to: span.to, changes }
  return Buffer.from(JSON.stringify(message))
}

/**
 * The message of a span of the scope `id` to a viewer: the same bytes for everyone whose rights to its rows are the
 * same and to whom none of them belongs.
 */
export const encodedFor = (scope: LiveScope, id: string, span: Span, viewer: ServerViewer): Buffer => {
  const here = judgedOf(span)
  if (scope === 'user' || viewer.token) return encode(scope, id, here, viewer)
  const deciders = decidersOf(here, viewer, id)
  const key = JSON.stringify(deciders)
  const known = here.encoded.get(key)
  if (known) return known
  const bytes = encode(scope, id, here, { ...nobody, ...deciders })
  here.encoded.set(key, bytes)
  return bytes
}
