/** Emoji by their names after a colon. */
import { findOffers, type OfferGroup } from '../../ui/logo/findOffers.ts'
import type { Choices, SlashChoice } from './SlashMenu.tsx'

const FEWEST_LETTERS = 2
const MOST = 8
/** Asked for by name, the sign alone offers some for as long as somebody takes to choose. */
const ASKED_MS = 20_000

let askedAt = 0
export const askForEmoji = () => {
  askedAt = Date.now()
}

let groups: readonly OfferGroup[] | null = null
const fetchGroups = async () => {
  groups ??= (await import('../../ui/logo/emojis.ts')).emojiGroups
  return groups
}

const fitting = (from: readonly OfferGroup[], query: string) =>
  findOffers(from, query)
    .slice(0, MOST)
    .map(
      ({ id, name }): SlashChoice => ({
        id,
        label: name,
        icon: <span className="w-4 text-center">{id}</span>,
        isFound: true,
        run: (editor, range) => editor.chain().focus().deleteRange(range).insertContent(id).run(),
      }),
    )

export const emojiChoices = (query: string): Choices => {
  // The colon alone has them fetched.
  const fetched = groups ? null : fetchGroups()
  const isShort = query.length < FEWEST_LETTERS
  if (isShort && Date.now() - askedAt > ASKED_MS) {
    fetched?.catch(() => {})
    return { now: [] }
  }
  const words = isShort ? 'smil' : query
  return groups
    ? { now: fitting(groups, words) }
    : { now: [], ...(fetched ? { more: fetched.then(all => fitting(all, words)) } : {}) }
}
