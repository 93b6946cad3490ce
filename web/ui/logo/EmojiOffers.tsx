import { emojiGroups } from './emojis.ts'
import { Offers, type OffersProps } from './Offers.tsx'

export const EmojiOffers = (props: OffersProps) => (
  <Offers {...props} kind="emoji" label="Emoji" groups={emojiGroups} face={id => id} />
)
