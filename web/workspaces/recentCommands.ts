/** The last commands that were run in this browser, by their ids. */
const KEY = 'commands.recent'
const MOST = 5

export const recentCommands = (): readonly string[] => {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(known) ? known.filter(one => typeof one === 'string').slice(0, MOST) : []
  } catch {
    // Private windows may forbid storage, and others may have written there.
    return []
  }
}

export const noteCommand = (id: string) => {
  try {
    const rest = recentCommands().filter(one => one !== id)
    localStorage.setItem(KEY, JSON.stringify([id, ...rest].slice(0, MOST)))
  } catch {
    // Then nothing is remembered.
  }
}
