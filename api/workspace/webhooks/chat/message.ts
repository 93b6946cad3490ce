/** A message for the channel of a chat: what happened within half a minute, short and linked. */
import type { WebhookFormat } from '#contract/workspace/webhooks.ts'
import { cut, type Line, type Message, type Told } from './lines.ts'
import { discord, mattermost } from './markdown.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'

const MOST_LINES = 10
const MOST_DID = 4
const NAME = 120
const DID = 200

/** Takes one more thing in: what the same person did to the same thing is in one line. */
export const joined = (message: Message, line: Line): Message => {
  const at = message.lines.findIndex(
    one => one.who === line.who && one.path === line.path && one.name === line.name,
  )
  const known = message.lines[at]
  if (known) {
    const did = [...new Set([...known.did, ...line.did])].slice(-MOST_DID)
    return { ...message, lines: message.lines.with(at, { ...known, did }) }
  }
  if (message.lines.length >= MOST_LINES) return { ...message, more: message.more + 1 }
  return { ...message, lines: [...message.lines, line] }
}

const told = ({ title, path, lines, more }: Message, origin: string): Told => ({
  title: cut(title, NAME),
  url: origin + path,
  spots: lines.map(({ who, name, path: to, did }) => ({
    who: cut(who, NAME),
    name: cut(name, NAME),
    did: did.map(one => cut(one, DID)),
    path: to,
    url: origin + to,
  })),
  more: more > 0 ? `and ${more} more` : '',
})

const painters: Record<Exclude<WebhookFormat, 'json'>, (message: Told) => object> = {
  slack,
  discord,
  mattermost,
  teams,
}

/** The bytes of a delivery, as a text: a message of a chat in its form, everything else as it is kept. */
export const painted = (format: WebhookFormat, body: string, origin: string): string =>
  format === 'json' ? body : JSON.stringify(painters[format](told(JSON.parse(body) as Message, origin)))
