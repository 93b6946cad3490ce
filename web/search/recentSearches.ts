/** The last searches that led somewhere, in this browser. */
const KEY = 'searches.recent'
const MOST = 8

export const recentSearches = (): readonly string[] => {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(known) ? known.filter(one => typeof one === 'string').slice(0, MOST) : []
  } catch {
    // Private windows may forbid storage, and others may have written there.
    return []
  }
}

export const noteSearch = (words: string) => {
  const text = words.trim()
  if (!text) return
  try {
    const rest = recentSearches().filter(one => one !== text)
    localStorage.setItem(KEY, JSON.stringify([text, ...rest].slice(0, MOST)))
  } catch {
    // Then nothing is remembered.
  }
}
