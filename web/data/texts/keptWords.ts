/** Unsent drafts on this machine: a comment, the form of an issue. Each person has their own. */
import { viewer } from '../viewer.ts'

const nameOf = (place: string) => `tandem:${place}:${viewer()?.id}`

export const readKept = (place: string): string => {
  try {
    return localStorage.getItem(nameOf(place)) ?? ''
  } catch {
    return ''
  }
}

export const writeKept = (place: string, words: string): void => {
  try {
    if (words) localStorage.setItem(nameOf(place), words)
    else localStorage.removeItem(nameOf(place))
  } catch {
    // Private windows may forbid storage: the words stay until the page is left.
  }
}
