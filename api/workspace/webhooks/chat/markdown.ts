import { fitting, type Told } from './lines.ts'

/** Counted in UTF-16 units, as a text's length is. */
const DESCRIPTION = 4_096
const TITLE = 256
/** Of older Mattermost servers. */
const TEXT = 4_000
const ACCENT = 0x1668a3

// No sign of a name may be one of Markdown, and no @ may ring anybody: a blank of no width parts it from the word.
const safe = (text: string) => text.replace(/[\\*_~`>|[\]()#!-]/g, '\\$&').replaceAll('@', '@\u200B')
const link = (url: string, text: string) =>
  `[${safe(text)}](${url.replace(/[()\s<>]/g, mark => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`)})`

const linesOf = ({ spots, more }: Told) => [
  ...spots.map(({ who, name, url, did }) => `- ${link(url, name)}: ${safe(who)} ${safe(did.join(', '))}`),
  ...(more ? [more] : []),
]

export const discord = (message: Told) => ({
  embeds: [
    {
      title: message.title.slice(0, TITLE),
      url: message.url,
      // There `<` begins what names people, channels and emoji.
      description: fitting(
        linesOf(message).map(line => line.replaceAll('<', '\\<')),
        DESCRIPTION,
      ),
      color: ACCENT,
    },
  ],
  allowed_mentions: { parse: [] },
})

export const mattermost = (message: Told) => ({
  text: fitting([`**${link(message.url, message.title)}**`, ...linesOf(message)], TEXT),
})
