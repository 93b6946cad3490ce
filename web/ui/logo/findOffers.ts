/** The signs to choose from, and their search. */
import { fold } from '#contract/lists/folding.ts'
export type Offer = {
  id: string
  /** Spoken for it. */
  name: string
  /** More words that find it. */
  words: readonly string[]
}
export type OfferGroup = { name: string; offers: readonly Offer[] }

/** Whether a name is one word or two, few remember. */
const closed = (text: string) => text.replaceAll(' ', '')

/** Lower is nearer: the name itself, how it begins, a word of it, any word. */
const distance = ({ name, words }: Offer, wanted: string, parts: readonly string[]) => {
  const own = fold(name)
  if (own === wanted) return 0
  if (own.startsWith(wanted)) return 1
  if (own.includes(` ${wanted}`) || closed(own).startsWith(closed(wanted))) return 2
  const all = [...own.split(' '), ...words]
  return parts.every(part => all.some(word => word.startsWith(part))) ? 3 : null
}

/** The offers that fit every word, the nearest first. */
export const findOffers = (groups: readonly OfferGroup[], query: string): Offer[] => {
  const wanted = fold(query.trim())
  const parts = wanted.split(/\s+/)
  return groups
    .flatMap(({ offers }) => offers)
    .flatMap(offer => {
      const far = distance(offer, wanted, parts)
      return far === null ? [] : [{ offer, far }]
    })
    .toSorted((a, b) => a.far - b.far)
    .map(({ offer }) => offer)
}
