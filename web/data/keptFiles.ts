/** Has the client's own files kept by its worker, for a start without the server. Only an origin that is safe has one (https, localhost). */
import { whenQuiet } from '../ui/quiet.ts'

const isFile = (path: string) => path.startsWith('/assets/') || path === '/icon.svg'

/** Paths of the client's own files among these. */
const filesAmong = (entries: PerformanceEntryList): string[] =>
  entries
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && isFile(pathname))
    .map(({ pathname }) => pathname)

/** Informs the worker of the page and each file once nobody waits for anything: to keep it takes a while of the disk's time. */
const tellFiles = (tell: (files: string[]) => void) => {
  let loaded = ['/']
  const send = async () => {
    await whenQuiet(() => false)
    tell(loaded)
    loaded = []
  }
  void send()
  const watch = new PerformanceObserver(seen => {
    const files = filesAmong(seen.getEntries())
    if (files.length > 0 && loaded.length === 0) void send()
    loaded.push(...files)
  })
  watch.observe({ type: 'resource', buffered: true })
}

export const keepFiles = async () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    tellFiles(loaded => (navigator.serviceWorker.controller ?? active)?.postMessage({ loaded }))
  } catch {
    // A private window may have none: there it starts with the server alone.
  }
}
