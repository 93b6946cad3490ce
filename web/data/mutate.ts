/** Optimism: a change shows at once as a pending patch, and goes when the server has said yes or no. */
import { v7 } from 'uuid'
import { proxy, ref, useSnapshot } from 'valtio'
import type { Cursor } from '#contract/changes.ts'
import type { ParamsOf, Route } from '#contract/define.ts'
import { messageOf } from '#contract/messageOf.ts'
import type { Row } from '#contract/rules.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { type Answer, type BodyOf, call, OfflineError } from './client.ts'
import { onLeaving } from './entered.ts'
import { awaitReachable, whenReachable } from './reachable.ts'
import { addPending, applyRow, atOnce, dropPending, type RowTypes, type StoredName } from './rows.ts'

type Call<R extends Route> = {
  route: R
  params: ParamsOf<R['path']>
  body?: BodyOf<R>
  entity: StoredName
  /** The changed row in the answer, where that is another row: one of the intake has the id of its issue. */
  rowIn?: (body: Answer<R>['body']) => Row
  /** The failure's title in its toast, before the reason: "The issue was not moved." Or the whole text. */
  failure: string | { title: string; message: string }
  /** Offered after a refusal, where typed words would be lost. */
  retry?: () => void
  /** Shows what was typed once more where it was typed; false where that is not possible now. Then it is offered. */
  reopen?: () => boolean
}

type Mutation<R extends Route, E extends StoredName> = Call<R> & {
  entity: E
  /** The row changed; a new one when missing. */
  id?: string
  /** The fields that show at once; for a new row all of them. */
  patch: Partial<RowTypes[E]> | Archiving
  removes?: boolean
}
/** Of any noun that can be archived. */
export type Archiving = { archived_at: string | null; archived_by: string | null }

type Target = { id: string; patch: Row; removes?: boolean }
/** A call that waits for the server, as the screen says it. */
export type WaitingCall = { entity: StoredName; targets: readonly Target[]; isNew: boolean }
type Patched = { entity: StoredName; ids: readonly string[] }

/** Answered with success, waiting for the log to bring the rows: mutation id -> where its patches are. */
const answered = new Map<string, Patched & { seq: Answer<Route>['seq'] }>()
/** Sent while the server was away: tried again in order, under the same ids, so that nothing is done twice. */
const waiting: (WaitingCall & { attempt: () => Promise<void> })[] = []
/** Of each row, and of each entity's new rows, what was sent last and is under way: a network may deliver two calls the other way round. */
const turns = new Map<string, Promise<void>>()
/** How many calls are held back for their turn. */
let heldBack = 0
const state = proxy<{ waiting: readonly WaitingCall[] }>({ waiting: [] })
const noteWaiting = () => {
  state.waiting = ref([...waiting])
}
let seen: Cursor = { workspace: 0, user: 0 }

export const useWaitingCalls = () => useSnapshot(state).waiting as readonly WaitingCall[]

const dropAll = ({ entity, ids }: Patched, mutationId: string) =>
  atOnce(() => {
    for (const id of ids) dropPending(entity, id, mutationId)
  })

/** Has the log been read up to there? */
export const isSeen = ({ workspace = 0, user = 0 }: Record<string, number>) =>
  workspace <= seen.workspace && user <= seen.user

/** Those who wait for the log to be read up to somewhere. */
const readers = new Map<() => void, Record<string, number>>()
const readUpTo = async (seq: Record<string, number>) => {
  if (!isSeen(seq)) await new Promise<void>(resolve => readers.set(resolve, seq))
}
const releaseReaders = (isDue: (seq: Record<string, number>) => boolean) => {
  for (const [resolve, seq] of [...readers])
    if (isDue(seq)) {
      readers.delete(resolve)
      resolve()
    }
}

/** Notes how far the log has been read: rows up to there are here, so their patches have done their work. */
export const noteSeq = (at: Cursor) => {
  seen = at
  releaseReaders(isSeen)
  dropAnswered(isSeen)
}

const dropAnswered = (isDue: (seq: Record<string, number>) => boolean) => {
  for (const [mutationId, patched] of answered)
    if (isDue(patched.seq)) {
      answered.delete(mutationId)
      dropAll(patched, mutationId)
    }
}

// Positions of one workspace say nothing in another. Its own next snapshot holds all that was answered.
onLeaving(() => {
  releaseReaders(() => true)
  dropAnswered(() => true)
})

type Refusal = { title?: string; message: string; retry?: () => void }
const sentenceOf = ({ title, message }: Refusal) => (title ? `${title} ${message}` : message)

/** As many are reported in words. */
const MOST_TOLD = 3
/** What was refused while waiting changes are sent: one toast takes another's place, so they are reported together. */
let refused: Refusal[] | null = null

const tell = (refusal: Refusal) => {
  // Typed words come back one by one.
  if (refused && !refusal.retry) return void refused.push(refusal)
  const { message, ...rest } = refusal
  toast.failure(message, rest)
}

const tellRefused = (all: readonly Refusal[]) => {
  const [first] = all
  if (!first) return
  if (all.length === 1) return tell(first)
  const told = all.slice(0, MOST_TOLD).map(sentenceOf)
  const more = all.length > MOST_TOLD ? ` And ${all.length - MOST_TOLD} more.` : ''
  toast.failure(`${told.join(' ')}${more}`, { title: `${all.length} changes were not made.` })
}

let isSending = false
/** In order: the next once the one before is through. */
const sendWaiting = async () => {
  if (isSending) return
  isSending = true
  refused = []
  while (waiting[0]) {
    const before = waiting.length
    await waiting[0].attempt()
    if (waiting.length === before) break
  }
  const all = refused
  refused = null
  tellRefused(all)
  isSending = false
}
whenReachable(() => void sendWaiting())

// Waiting changes are lost with the tab.
addEventListener('beforeunload', event => {
  if (waiting.length + heldBack > 0) event.preventDefault()
})

/** Begins once every call sent before under these names is answered, or waits for the server; at once where none was. */
const inTurn = (names: readonly string[], begin: () => Promise<void>) => {
  const before = names.flatMap(name => turns.get(name) ?? [])
  const behind = async () => {
    heldBack++
    await Promise.all(before)
    heldBack--
    return begin()
  }
  const mine = before.length > 0 ? behind() : begin()
  for (const name of names) turns.set(name, mine)
  void mine.then(() => {
    for (const name of names) if (turns.get(name) === mine) turns.delete(name)
  })
}

const whole = (body: unknown) => body as Row

const send = <R extends Route>(
  given: Call<R>,
  mutationId: string,
  targets: readonly Target[],
): Promise<Answer<R> | undefined> => {
  const { entity, route, params, body, rowIn = whole } = given
  atOnce(() => {
    for (const { id, patch, removes } of targets)
      addPending(entity, id, { mutationId, patch: { ...patch, id }, ...(removes ? { removes } : {}) })
  })
  const patched = { entity, ids: targets.map(target => target.id) }
  const isNew = patched.ids.includes(mutationId)
  return new Promise(resolve => {
    const attempt = async (): Promise<void> => {
      try {
        const answer = await call(route, { params, ...(body ? { body } : {}), mutationId })
        leave()
        const row = rowIn(answer.body) as Row | undefined
        const [target, ...others] = targets
        const own = target && others.length === 0 && !target.removes && row?.id === target.id
        const isWhole = row !== undefined && own === true && typeof row.revision === 'number'
        if (isWhole && answer.isHere()) applyRow(entity, row)
        // Any other answer brings no row: that comes with the log.
        if (isWhole || !answer.isHere() || isSeen(answer.seq)) dropAll(patched, mutationId)
        else answered.set(mutationId, { ...patched, seq: answer.seq })
        resolve(answer)
      } catch (error) {
        if (error instanceof OfflineError) {
          if (!waiting.includes(held)) wait()
          awaitReachable()
          return
        }
        leave()
        dropAll(patched, mutationId)
        const { failure, retry, reopen } = given
        const isReopened = reopen?.() === true
        const again = retry && !isReopened ? { retry } : {}
        const words = typeof failure === 'string' ? { message: `${failure} ${messageOf(error)}` } : failure
        tell({ ...words, ...again })
        resolve(undefined)
      }
    }
    const held = { entity, targets, isNew, attempt }
    const wait = () => {
      waiting.push(held)
      noteWaiting()
    }
    const leave = () => {
      const at = waiting.indexOf(held)
      if (at < 0) return
      waiting.splice(at, 1)
      noteWaiting()
    }
    // A new row's number or place in an order follows from when it was made, so those typed in a row are made in a row.
    inTurn(isNew ? [...patched.ids, entity] : patched.ids, async () => {
      // Behind what waits: sent before that, it would be undone by it.
      if (waiting.length === 0) return attempt()
      wait()
      void sendWaiting()
    })
  })
}

const sendOne = <R extends Route, E extends StoredName>({ id, patch, removes, ...given }: Mutation<R, E>) => {
  const mutationId = v7()
  const target = { id: id ?? mutationId, patch, ...(removes ? { removes } : {}) }
  return send(given, mutationId, [target])
}

/** One row; a new one gets the id of its mutation. */
export const mutate = async <R extends Route, E extends StoredName>(
  mutation: Mutation<R, E>,
): Promise<Answer<R>['body'] | undefined> => (await sendOne(mutation))?.body

/** The same where the answer is empty: whether it was done. */
export const isDone = async <R extends Route, E extends StoredName>(
  mutation: Mutation<R, E>,
): Promise<boolean> => (await sendOne(mutation)) !== undefined

/** The same, once the log has said here what it did to other rows. */
export const isDoneAndTold = async <R extends Route, E extends StoredName>(
  mutation: Mutation<R, E>,
): Promise<boolean> => {
  const answer = await sendOne(mutation)
  if (answer?.isHere()) await readUpTo(answer.seq)
  return answer !== undefined
}

type ManyMutation<R extends Route, E extends StoredName> = Omit<Call<R>, 'body'> & {
  entity: E
  ids: readonly string[]
  /** The part of each that shows at once; none where missing. */
  targetOf?: (id: string) => Pick<Mutation<R, E>, 'patch' | 'removes'> & { id: string }
  /** At most so many rows in one call. */
  chunk: number
  bodyOf: (ids: readonly string[]) => BodyOf<R>
  /** Receives what each call answers, where that says more than that it was done. */
  onAnswer?: (body: Answer<R>['body']) => void
  /** The progress of several calls, in words: "Changing issues". */
  doing: string
}

/**
 * Many rows at once: one call and one mutation for each chunk, all of a chunk or nothing. Several chunks go one after
 * another and may be stopped in between. Answers the ids that were changed.
 */
export const mutateMany = async <R extends Route, E extends StoredName>({
  ids,
  targetOf,
  chunk,
  bodyOf,
  onAnswer,
  doing,
  ...given
}: ManyMutation<R, E>): Promise<string[]> => {
  const done: string[] = []
  let isStopped = false
  for (let from = 0; from < ids.length && !isStopped; from += chunk) {
    const part = ids.slice(from, from + chunk)
    if (ids.length > chunk)
      toast.progress(`${doing}: ${from.toLocaleString()} of ${ids.length.toLocaleString()}`, () => {
        isStopped = true
      })
    const call = { ...given, body: bodyOf(part) } as Call<R>
    const answer = await send(call, v7(), targetOf ? part.map(targetOf) : [])
    // The server would refuse it again.
    if (!answer) return done
    onAnswer?.(answer.body)
    done.push(...part)
  }
  if (ids.length > chunk) toast.close()
  return done
}
