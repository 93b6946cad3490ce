/** The part of the client that lets it start while the server is away. Only an origin that is safe has one (https, localhost). */

/** Paths of all that this page has asked of its own server. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname)

export const mayStartOffline = async () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ loaded: ['/', ...loaded()] })
  } catch {
    // A private window may have none: there it starts with the server alone.
  }
}

/** Forgets the answers kept for the next start, before somebody else sits here. */
export const forgetStarts = async () => {
  if ('caches' in window) await caches.delete('starts')
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
