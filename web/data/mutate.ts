/** Optimism: a change shows at once as a pending patch, and goes when the server has said yes or no. */
import { v7 } from 'uuid'
import { proxy, useSnapshot } from 'valtio'
import type { ParamsOf, Route } from '#contract/define.ts'
import type { Row } from '#contract/permissions.ts'
import { toast } from '../ui/Toast.tsx'
import { type Answer, call, OfflineError } from './client.ts'
import { addPending, applyRow, dropPending, type StoredName } from './rows.ts'

type Mutation<R extends Route> = {
  route: R
  params: ParamsOf<R['path']>
  body?: Record<string, unknown>
  entity: StoredName
  /** The row changed; a new one when missing. */
  id?: string
  /** What shows at once; of a new row the whole of it. */
  patch: Row
  removes?: boolean
  /** What could not be done, for the failure's toast: "The issue was not moved." */
  failure: string
}

/** Answered with success, waiting for the log to bring the row: mutation id -> where its patch is. */
const answered = new Map<string, { entity: string; id: string }>()
/** Sent while the server was away: tried again in order, under the same ids, so that nothing is done twice. */
const waiting: (() => Promise<void>)[] = []
const state = proxy({ waiting: 0 })
let seenSeq = 0

export const useWaiting = () => useSnapshot(state).waiting

/** The log has shown this mutation: its row is here, its patch has done its work. */
export const settle = (mutationId: string) => {
  const patch = answered.get(mutationId)
  answered.delete(mutationId)
  if (patch) dropPending(patch.entity, patch.id, mutationId)
}

export const noteSeq = (seq: number) => {
  seenSeq = seq
}

/** Sends what waited; called when the server is back. */
export const sendWaiting = async () => {
  while (waiting[0]) {
    const before = waiting.length
    await waiting[0]()
    if (waiting.length === before) return
  }
}

export const mutate = async <R extends Route>(
  mutation: Mutation<R>,
): Promise<Answer<R>['body'] | undefined> => {
  const mutationId = v7()
  const { entity, route, params, body, patch, removes } = mutation
  const id = mutation.id ?? mutationId
  addPending(entity, id, { mutationId, patch: { ...patch, id }, ...(removes ? { removes } : {}) })
  return new Promise(resolve => {
    const attempt = async (): Promise<void> => {
      try {
        const answer = await call(route, { params, ...(body ? { body } : {}), mutationId })
        leave()
        const row = answer.body as Row | undefined
        if (row && typeof row.revision === 'number' && row.id === id) applyRow(entity, row)
        // An answer in words brings no row: that comes with the log.
        const isRow = row !== undefined && 'id' in row
        if (isRow || (answer.seq.workspace ?? 0) <= seenSeq) dropPending(entity, id, mutationId)
        else answered.set(mutationId, { entity, id })
        resolve(answer.body)
      } catch (error) {
        if (error instanceof OfflineError) {
          if (!waiting.includes(attempt)) {
            waiting.push(attempt)
            state.waiting = waiting.length
          }
          return
        }
        leave()
        dropPending(entity, id, mutationId)
        toast.failure(`${mutation.failure} ${(error as Error).message}`)
        resolve(undefined)
      }
    }
    const leave = () => {
      const at = waiting.indexOf(attempt)
      if (at >= 0) waiting.splice(at, 1)
      state.waiting = waiting.length
    }
    void attempt()
  })
}
