/** The answers that `start.js` asked for while the client was loading, and its requests for the next time. */

const KEY = 'starts'
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

/** Answers from before a change, or for a person who is signed out, are nobody's. */
export const dropEarly = () => window.early?.clear()

/** The paths noted for the address that one is at, in the order in which they were asked for. */
let noted = { address: '', paths: new Set<string>() }

/** What an address opens with: with the next start it is asked for before the client stands. */
export const noteStart = (path: string) => {
  const address = location.pathname + location.search
  if (noted.address !== address) noted = { address, paths: new Set() }
  // Asked for once more it is the latest; what was asked for long before it is no part of the opening.
  noted.paths.delete(path)
  noted.paths = new Set([...noted.paths, path].slice(-MOST_ASKED))
  try {
    const { [address]: _, ...others } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<
      string,
      string
    >
    const kept = [...Object.entries(others), [address, [...noted.paths].join(' ')]].slice(-MOST)
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
