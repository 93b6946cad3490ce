/** The answers that `start.js` asked for while the client was loading, and its requests and its frame for the next time. */

const KEY = 'starts'
const FRAMES = 'frames'
const MOST = 20
/** Of one address: a calendar opens with four lists. */
const MOST_ASKED = 6

declare global {
  interface Window {
    early?: Map<string, Promise<Response>>
  }
}

/** The answer that is on its way to a start; to be had once. */
export const takeEarly = (path: string): Promise<Response> | undefined => {
  const answer = window.early?.get(path)
  window.early?.delete(path)
  return answer
}

/** The workspace whose snapshot is on its way to a start. */
export const earlyWorkspace = (): string | null => {
  const slug = location.pathname.split('/')[1] ?? ''
  return window.early?.has(`/api/workspaces/${slug}/bootstrap/`) ? slug : null
}

/** Answers from before a change, or for a person who is signed out, are nobody's. */
export const dropEarly = () => window.early?.clear()

const readKept = (key: string) => JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string>

/** Keeps the latest; private windows may forbid storage: there a start asks, and draws, later. */
const keepLatest = (key: string, name: string, value: (before: string) => string) => {
  try {
    const { [name]: before = '', ...others } = readKept(key)
    const kept = [...Object.entries(others), [name, value(before)]]
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept.slice(-MOST))))
  } catch {
    // Nothing to go by the next time.
  }
}

/** Somebody has come into a workspace: the next start there draws its frame at once, and asks before the client stands. */
export const noteFrame = (slug: string, name: string) => keepLatest(FRAMES, slug, () => name)

/** The paths noted for the address that one is at, in the order in which they were asked for. */
let noted = { address: '', paths: new Set<string>() }
/** Files of the screen that this start opened with. */
let files = { pathname: '', paths: [] as string[] }
const isFile = (path: string) => path.startsWith('/assets/')

const keep = (note: (paths: Set<string>) => void) => {
  const { pathname, search } = location
  const address = pathname + search
  if (noted.address !== address) noted = { address, paths: new Set() }
  note(noted.paths)
  keepLatest(KEY, address, before => {
    // A screen that was reached from another keeps those of its last start.
    const own = files.pathname === pathname ? files.paths : before.split(' ').filter(isFile)
    return [...own, ...noted.paths].join(' ')
  })
}

/** What an address opens with: with the next start it is asked for before the client stands. */
export const noteStart = (path: string) =>
  keep(paths => {
    // Asked for once more it is the latest; what was asked for long before it is no part of the opening.
    paths.delete(path)
    paths.add(path)
    for (const first of paths) if (paths.size > MOST_ASKED) paths.delete(first)
  })

/** The files of the screen that this start opens with: the next one at this address asks for them beside the client. */
export const noteFiles = (paths: string[]) => {
  files = { pathname: location.pathname, paths }
  keep(() => {})
}

/** The files of the client that are loaded by now, the page's own first. */
export const filesByNow = (): string[] => {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module]')
  const named = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
  const paths = [entry?.src ?? '', ...named.map(link => link.href)].map(
    href => new URL(href, location.href).pathname,
  )
  // A start without the server has them from where the worker keeps them.
  return [...new Set(paths.map(path => path.replace('/assets/kept/', '/assets/')))].filter(isFile)
}

export const forgetStarted = () => {
  try {
    localStorage.removeItem(KEY)
    localStorage.removeItem(FRAMES)
  } catch {
    // Nothing was kept either.
  }
}
