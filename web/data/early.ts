/** The answers that `start.js` asked for while the client was loading, and its requests for the next time. */

const KEY = 'starts'
const MOST = 20

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

/** Answers from before a change, or for a person who is signed out, are nobody's. */
export const dropEarly = () => window.early?.clear()

/** The paths noted for the address that one is at, the last of each kind. */
let noted = { address: '', paths: new Map<string, string>() }

/** What an address opens with, the last of each kind: with the next start it is asked for before the client stands. */
export const noteStart = (kind: string, path: string) => {
  const address = location.pathname + location.search
  if (noted.address !== address) noted = { address, paths: new Map() }
  noted.paths.set(kind, path)
  try {
    const { [address]: _, ...others } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<
      string,
      string
    >
    const kept = [...Object.entries(others), [address, [...noted.paths.values()].join(' ')]].slice(-MOST)
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Private windows may forbid storage: there a start asks later.
  }
}

export const forgetLists = () => {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept either.
  }
}
