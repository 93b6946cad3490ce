import type { Told } from './lines.ts'

/** Of the whole call, in bytes; a card beyond it fails in the flow, unseen by us. */
const CARD = 24_000

// A text block reads a little Markdown.
const safe = (text: string) => text.replace(/[\\*_[\]()`#-]/g, '\\$&')
const link = (url: string, text: string) =>
  `[${safe(text)}](${url.replace(/[()\s]/g, mark => `%${mark.charCodeAt(0).toString(16)}`)})`
const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more })

export const teams = ({ title, url, spots, more }: Told) => {
  const lines = [
    ...spots.map(spot =>
      block(`${link(spot.url, spot.name)}: ${safe(spot.who)} ${safe(spot.did.join(', '))}`),
    ),
    ...(more ? [block(more, { isSubtle: true })] : []),
  ]
  const fit: object[] = []
  let bytes = 0
  for (const line of lines) {
    bytes += Buffer.byteLength(JSON.stringify(line))
    if (bytes > CARD) break
    fit.push(line)
  }
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [block(safe(title), { weight: 'Bolder', size: 'Medium' }), ...fit],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
        },
      },
    ],
  }
}
