import { fitting, type Told } from './lines.ts'

/** Longer sections refuse the whole call. */
const SECTION = 3_000

// The escape is the guard: a raw <!channel> in a name would ring everyone.
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const safe = (text: string) => text.replace(/[&<>]/g, mark => marks[mark]!)
const link = (url: string, text: string) =>
  `<${url.replaceAll('|', '%7C').replaceAll('>', '%3E').replaceAll('<', '%3C')}|${safe(text)}>`

export const slack = ({ title, url, spots, more }: Told) => {
  const lines = spots.map(
    ({ who, name, url: to, did }) => `• ${link(to, name)}: ${safe(who)} ${safe(did.join(', '))}`,
  )
  const text = fitting([`*${link(url, title)}*`, ...lines, ...(more ? [more] : [])], SECTION)
  return {
    // Shown in notifications, where blocks are not.
    text: `${safe(title)}: ${spots.map(({ who, did, name }) => safe(`${who} ${did[0] ?? ''} ${name}`))[0] ?? ''}`.trim(),
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
    unfurl_links: false,
    unfurl_media: false,
  }
}
