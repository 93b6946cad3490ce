const PART = /[^\s"]*"[^"]*"?|\S+/g
const FILTER = /^(kind|in|by|is|before|after):./i
const nameOf = (part: string) => part.slice(0, part.indexOf(':') + 1).toLowerCase()

/** The query with a filter more, or without it; one that was typed in other words, or several in one, goes with its name. */
export const changeWords = (words: string, word: string, isChosen: boolean): string => {
  const parts = words.match(PART) ?? []
  if (!isChosen) return [...parts, word].join(' ')
  const others = parts.filter(part => part.toLowerCase() !== word.toLowerCase())
  const left = others.length < parts.length ? others : parts.filter(part => nameOf(part) !== nameOf(word))
  return left.join(' ')
}

/** The query with this filter in the place of all others of its name. */
export const putWord = (words: string, word: string): string =>
  changeWords(changeWords(words, nameOf(word), true), word, false)

/** The query without its filters. */
export const withoutFilters = (words: string): string =>
  (words.match(PART) ?? []).filter(part => !FILTER.test(part)).join(' ')

/** The word for what somebody wrote, by their name. */
export const wordOfPerson = (name: string): string =>
  `by:${/^[^\s",]+$/u.test(name) ? name : `"${name.replaceAll('"', ' ')}"`}`
