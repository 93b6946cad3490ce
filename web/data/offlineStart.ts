/** The answers that the client starts with while the server is away; `keptFiles.ts` has its files kept. */
import { changeRoutes } from '#contract/changes.ts'
import { authRoutes } from '#contract/people/auth.ts'
import { instanceRoutes } from '#contract/workspace/instance.ts'
import { workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { whenQuiet } from '../ui/quiet.ts'

/** Holds what one person may see: forgotten as soon as the session is another one's, or nobody's. */
const STARTS = 'starts'
const SESSION = authRoutes.session.path
const starts: readonly string[] = [
  instanceRoutes.get.path,
  SESSION,
  workspaceRoutes.list.path,
  changeRoutes.bootstrap.path,
]

/** Does the client start with the answer of this route? */
export const isStart = ({ method, path }: { method: string; path: string }) =>
  method === 'GET' && starts.includes(path)

const keptStart = async (address: string) => (await caches.open(STARTS)).match(address)

/** As it was kept, where the server cannot be reached; null where it never was. */
export const readKeptStart = async (address: string): Promise<string | null> => {
  if (!('caches' in window)) return null
  return (await (await keptStart(address))?.text()) ?? null
}

const personOf = (text: string | undefined): string | null =>
  text === undefined ? null : ((JSON.parse(text) as { user?: { id: string } | null }).user?.id ?? null)

const waiting = new Map<string, string>()
/** Of what is done to the kept answers one thing waits for another. */
let tending: Promise<void> = Promise.resolve()
const tend = (act: () => Promise<void>) => {
  // A full disk, or a private window, may refuse them: then a start needs the server.
  tending = tending.then(act).catch(() => {})
  return tending
}

/** The person whom this page was last known to be signed in; another tab may have signed in somebody else since. */
let mine: string | null = null

const put = async (address: string, text: string) =>
  (await caches.open(STARTS)).put(
    address,
    new Response(text, { headers: { 'content-type': 'application/json' } }),
  )

/** At once: it says whose the other answers are. */
const keepSession = async (text: string) => {
  mine = personOf(text)
  const before = await (await keptStart(SESSION))?.text()
  if (before !== undefined && personOf(before) !== mine) await caches.delete(STARTS)
  await put(SESSION, text)
}

const keepWaiting = async () => {
  const kept = await (await keptStart(SESSION))?.text()
  const isStillMine = kept !== undefined && personOf(kept) === mine
  for (const [address, text] of waiting) {
    waiting.delete(address)
    if (isStillMine) await put(address, text)
  }
}

/** Keeps an answer for the next start, once nobody waits for anything: of a large workspace it is megabytes. */
export const keepStart = async (address: string, text: string, isAsking: () => boolean) => {
  if (!import.meta.env.PROD || !('caches' in window)) return
  if (address === SESSION) return tend(() => keepSession(text))
  const isFirst = waiting.size === 0
  waiting.set(address, text)
  if (!isFirst) return
  await whenQuiet(isAsking)
  await tend(keepWaiting)
}

/** Forgets the answers kept for the next start, before somebody else sits here. */
export const forgetStarts = async () => {
  if (!('caches' in window)) return
  await tend(async () => {
    waiting.clear()
    await caches.delete(STARTS)
  })
}

const WAIT_MS = 1_000

/** Shows a person who has left nothing more here, not even pushes that wait at their service. */
export const forgetPush = async () => {
  const left = async () => {
    const registered = await navigator.serviceWorker?.getRegistration()
    await (await registered?.pushManager?.getSubscription())?.unsubscribe()
  }
  // The service may be out of reach; the server sends nothing more in any case.
  await Promise.race([left().catch(() => {}), new Promise(resolve => setTimeout(resolve, WAIT_MS))])
}
