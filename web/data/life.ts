/** The end of a noun's rows and their way back, reported in the noun's words: deleting, archiving, and the undo of both. */
import type { Route } from '#contract/define.ts'
import type { RowTypes } from './entities.ts'
import { type Archiving, isDone } from './mutate.ts'
import type { StoredName } from './rows.ts'
import { remember } from './undo.ts'
import { viewer } from './viewer.ts'

type Kind = StoredName & keyof RowTypes
type Ending = 'deleted' | 'removed' | 'archived' | 'restored'

type Life<E extends Kind> = {
  entity: E
  /** In people's words, of one and of several: "cycle", "cycles". */
  noun: string
  nouns?: string
  /** As the message calls it: "Sill deleted". */
  nameOf: (row: RowTypes[E]) => string
  /** As the message of a refusal calls it, where that is not "The cycle". */
  subjectOf?: (row: RowTypes[E]) => string
  params: (row: RowTypes[E]) => Record<string, string>
  routes: (row: RowTypes[E]) => {
    remove: Route
    /** Missing where the way back makes another row (`anew`). */
    restore?: Route
    archive?: Route
    unarchive?: Route
  }
  /** Makes the row again: its new id, or undefined where that was refused. */
  anew?: (row: RowTypes[E]) => Promise<{ id: string } | undefined>
  /** What is taken from something else is removed, not deleted. */
  verb?: 'deleted' | 'removed'
  /** What its rows hold once they are archived, where that is no moment. */
  archivedAt?: () => string
  /** What follows the call, as a header that says that it is saved. */
  follow?: (done: Promise<boolean>) => Promise<boolean>
}

type Act<Row> = (row: Row) => Promise<boolean>

/** One act on several rows, with one way back for those that it was done to. */
const withEach = <Row>(rows: readonly Row[], message: string, act: Act<Row>, back: Act<Row>) => {
  let done: readonly Row[] = []
  const all = async (on: readonly Row[], one: Act<Row>) => {
    const kept = await Promise.all(on.map(one))
    return on.filter((_, at) => kept[at])
  }
  const forth = async () => {
    done = await all(rows, act)
    return done.length > 0
  }
  const sent = forth()
  remember(
    { message, sent, back: async () => (await all(done, back)).length > 0, again: forth },
    { tell: true },
  )
  return sent
}

export const lifeOf = <E extends Kind>(life: Life<E>) => {
  type Row = RowTypes[E]
  const { entity, noun, nouns = `${noun}s`, nameOf, verb = 'deleted', follow = done => done } = life
  /** Of rows that were made again: their present ids. */
  const present = new Map<string, string>()
  const idOf = (row: Row) => present.get(row.id) ?? row.id
  const subject = life.subjectOf ?? (() => `The ${noun}`)
  const named = (rows: readonly Row[]) => {
    const [first] = rows
    return first && rows.length === 1 ? nameOf(first) : `${rows.length} ${nouns}`
  }

  const send = (
    row: Row,
    route: Route | undefined,
    ending: Ending,
    given: { patch?: Partial<Row> | Archiving; removes?: true; body?: Record<string, unknown> },
  ) => {
    if (!route) throw new Error(`A ${noun} is never ${ending}.`)
    const id = idOf(row)
    const params = Object.fromEntries(
      Object.entries(life.params(row)).map(([name, value]) => [name, value === row.id ? id : value]),
    )
    const failure = `${subject(row)} was not ${ending}.`
    const { patch = {}, ...rest } = given
    return follow(isDone({ ...rest, patch, entity, route, params, id, failure }))
  }

  const remove = (row: Row, body?: Record<string, unknown>) =>
    send(row, life.routes(row).remove, verb, { removes: true, ...(body && { body }) })
  const bringBack = async (row: Row) => {
    if (!life.anew) return send(row, life.routes(row).restore, 'restored', { patch: { ...row } })
    const made = life.anew(row)
    if (!(await follow(made.then(found => found !== undefined)))) return false
    const found = await made
    if (found) present.set(row.id, found.id)
    return true
  }
  const archive = (row: Row) => {
    const archived_at = life.archivedAt?.() ?? new Date().toISOString()
    return send(row, life.routes(row).archive, 'archived', {
      patch: { archived_at, archived_by: viewer()?.id ?? null },
    })
  }
  const unarchive = (row: Row) =>
    send(row, life.routes(row).unarchive, 'restored', { patch: { archived_at: null, archived_by: null } })

  return {
    /** Answers whether any of them went; `also` ends the message, `body` goes with each call. */
    removeAll: (
      rows: readonly Row[],
      { also = '', body }: { also?: string; body?: Record<string, unknown> } = {},
    ) => withEach(rows, `${named(rows)} ${verb}${also}`, row => remove(row, body), bringBack),
    archiveAll: (rows: readonly Row[]) => withEach(rows, `${named(rows)} archived`, archive, unarchive),
    /** `meant`: those that come back with these as well. */
    restoreAll: (rows: readonly Row[], meant = rows) =>
      withEach(rows, `${named(meant)} restored`, unarchive, archive),
  }
}
