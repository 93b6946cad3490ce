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

/** The list of this address: with the next start it is asked for before the client stands. */
export const noteList = (path: string) => {
  const address = location.pathname + location.search
  try {
    const { [address]: _, ...others } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<
      string,
      string
    >
    const kept = [...Object.entries(others), [address, path]].slice(-MOST)
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
