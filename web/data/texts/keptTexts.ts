/** One person's texts in this browser: those that wait to be sent, those that are open, and those that go on sign-out. */
import { proxy, useSnapshot } from 'valtio'
import type { Doc } from 'yjs'

/** A text that is open. `write` lets `act` put something into its Yjs document; false without the right, or when `act` says so. */
export type OpenText = { write: (act: (doc: Doc) => boolean) => boolean; close: () => void }
/** Name of a text -> how many changes made here are not known to be stored. */
type Waiting = Record<string, number>

const state = proxy<{ waiting: Waiting }>({ waiting: {} })
/** Each text that has a connection in this tab, by name. */
const open = new Map<string, OpenText>()
const leaveListeners = new Set<() => void>()
let person = ''

const prefixOf = (me: string) => `tandem.${me}.`
/** The name of a text's own store in this browser. */
export const storeOf = (me: string, name: string) => prefixOf(me) + name
const listOf = (me: string) => `${prefixOf(me)}waiting`

const read = (me: string): Waiting => {
  try {
    return JSON.parse(localStorage.getItem(listOf(me)) ?? '{}') as Waiting
  } catch {
    return {}
  }
}

/** Opens the texts of the signed-in person; before that there are none. */
export const keepTextsOf = (me: string) => {
  person = me
  state.waiting = read(me)
}

// Another tab of the same person may have them open, or have sent them.
addEventListener('storage', event => {
  if (event.key === listOf(person)) state.waiting = read(person)
})

export const noteWaiting = (name: string, waiting: number) => {
  const next = read(person)
  if ((next[name] ?? 0) === waiting) return
  if (waiting > 0) next[name] = waiting
  else delete next[name]
  state.waiting = next
  try {
    localStorage.setItem(listOf(person), JSON.stringify(next))
  } catch {
    // A browser that keeps nothing: known in this tab.
  }
}

/** Waiting texts that nobody has open here. */
export const leftWaiting = (): string[] => Object.keys(state.waiting).filter(name => !open.has(name))

export const useWaitingTexts = (): string[] => Object.keys(useSnapshot(state).waiting)

/** Does this text hold changes that are on this device alone? */
export const useTextWaits = (name: string): boolean => name in useSnapshot(state).waiting

export const openText = (name: string): OpenText | undefined => open.get(name)

/** Answers what to call when it is closed: it may hold what is not sent. */
export const enterText = (name: string, text: OpenText) => {
  if (!open.has(name)) open.set(name, text)
  return () => {
    if (open.get(name) !== text) return
    open.delete(name)
    if (name in state.waiting) for (const listener of leaveListeners) listener()
  }
}
export const whenTextLeft = (listener: () => void) => {
  leaveListeners.add(listener)
}

const forget = (name: string) =>
  new Promise<void>(resolve => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
    // Open in another tab: it goes when that is closed.
    request.onblocked = () => resolve()
  })

/** The next person here finds none of these texts; only unsent ones stay for the next sign-in. */
export const forgetTexts = async (me: string) => {
  for (const text of [...open.values()]) text.close()
  if (!('indexedDB' in window) || !indexedDB.databases) return
  const waits = new Set(Object.keys(read(me)).map(name => storeOf(me, name)))
  const all = (await indexedDB.databases()).map(({ name = '' }) => name)
  await Promise.all(all.filter(name => name.startsWith(prefixOf(me)) && !waits.has(name)).map(forget))
}
