/** Emoji by their names after a colon. */
import { findOffers, type OfferGroup } from '../ui/logo/findOffers.ts'
import type { SlashChoice } from './SlashMenu.tsx'
import type { Choices } from './suggestions.tsx'

const FEWEST_LETTERS = 2
const MOST = 8

let groups: readonly OfferGroup[] | null = null
const fetchGroups = async () => {
  groups ??= (await import('../ui/logo/emojis.ts')).emojiGroups
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
  if (query.length < FEWEST_LETTERS) {
    fetched?.catch(() => {})
    return { now: [] }
  }
  return groups
    ? { now: fitting(groups, query) }
    : { now: [], ...(fetched ? { more: fetched.then(all => fitting(all, query)) } : {}) }
}
