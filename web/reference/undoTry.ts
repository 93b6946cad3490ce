/** The way back of a call that was tried: another call of the reference, if there is one. */
import type { Call, Reference } from './description.ts'

export type Sent = { call: Call; address: string; body: Record<string, unknown> | null }
export type Undo = { method: string; address: string; body?: object; mark?: string | null }

const find = (calls: Reference['calls'], method: string, path: string | RegExp): Call | undefined =>
  [...calls.values()].find(
    call => call.method === method && (typeof path === 'string' ? call.path === path : path.test(call.path)),
  )

const asPattern = (path: string) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The row as it is before a change, where a call reads it; null otherwise. */
export const readBefore = async (
  calls: Reference['calls'],
  { call, address }: Sent,
): Promise<Record<string, unknown> | null> => {
  if (call.method !== 'PATCH' || !find(calls, 'GET', call.path)) return null
  const response = await fetch(address)
  const row: unknown = response.ok ? await response.json() : null
  return isRow(row) ? row : null
}

/**
 * A change is undone by the values before it, if nobody changed the row since; a creation by deleting its row, a deletion
 * by bringing it back.
 */
export const undoOf = (
  calls: Reference['calls'],
  { call, address, body }: Sent,
  before: Record<string, unknown> | null,
  { answer, mark }: { answer: unknown; mark: string | null },
): Undo | null => {
  if (call.method === 'PATCH') {
    const names = Object.keys(body ?? {})
    // Without a mark it could not be known that nobody has changed it since.
    if (!before || !mark || names.length === 0 || !names.every(name => name in before)) return null
    return {
      method: 'PATCH',
      address,
      body: Object.fromEntries(names.map(name => [name, before[name]])),
      mark,
    }
  }
  if (call.method === 'POST' && isRow(answer) && typeof answer.id === 'string') {
    const removes = find(calls, 'DELETE', new RegExp(`^${asPattern(call.path)}\\{(?:\\w+Id|p)\\}/$`))
    return removes ? { method: 'DELETE', address: `${address}${answer.id}/` } : null
  }
  if (call.method === 'DELETE' && find(calls, 'POST', `${call.path}restore/`))
    return { method: 'POST', address: `${address}restore/` }
  return null
}

/** Resolves to null once it is undone, or to the reason why it is not. */
export const undo = async ({ method, address, body, mark }: Undo): Promise<string | null> => {
  try {
    const response = await fetch(address, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(mark ? { 'if-match': mark } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (response.ok) return null
    return response.status === 412
      ? 'Somebody changed it since: nothing was undone.'
      : `It was not undone (${response.status}).`
  } catch {
    return 'The server cannot be reached: nothing was undone.'
  }
}
