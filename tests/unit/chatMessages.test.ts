/** Messages for chats hold the limits of each, and nothing of a name rings anybody or becomes a form of words. */
import { expect, test } from 'vitest'
import { cut, type Line, type Message } from '../../api/workspace/webhooks/chat/lines.ts'
import { joined, painted } from '../../api/workspace/webhooks/chat/message.ts'
import { circuitPause, isGone, pauseAfter } from '../../api/workspace/webhooks/patience.ts'

const ORIGIN = 'https://tandem.example'
const HOSTILE =
  '<!channel> <@U1> @everyone @here [x](https://evil.example) **bold** `code` | & > "<script>" \u202e ' +
  '🌊'.repeat(4_000)
const line = (n: number, words = HOSTILE): Line => ({
  who: words,
  name: `BER-${n} ${words}`,
  path: `/quay/projects/p/issues/${n}?a=(b)|<c>`,
  did: [words, words, words, words],
})
const message = (lines: Line[], title = HOSTILE): Message =>
  lines.reduce(joined, { title, path: '/quay', lines: [], more: 0 })
const longest = message(Array.from({ length: 40 }, (_, n) => line(n)))
const plain = message(
  [{ who: 'Ines', name: 'BER-1 Sill', path: '/q/1', did: ['created the issue'] }],
  'Berths',
)

test('Slack: 3,000 characters a section, no raw sign of its own', () => {
  const made = JSON.parse(painted('slack', JSON.stringify(longest), ORIGIN)) as {
    text: string
    blocks: { text: { text: string } }[]
  }
  expect(made.blocks.length).toBeLessThanOrEqual(50)
  const [{ text }] = made.blocks.map(block => block.text) as [{ text: string }]
  expect(text.length).toBeLessThanOrEqual(3_000)
  expect(made.text.length).toBeLessThan(40_000)
  for (const one of [text, made.text]) expect(one).not.toMatch(/<[!@#]/)
  expect([...text.matchAll(/<([^>]*)>/g)].every(([, inner]) => inner!.startsWith(ORIGIN))).toBe(true)
  expect(JSON.parse(painted('slack', JSON.stringify(plain), ORIGIN))).toEqual({
    text: 'Berths: Ines created the issue BER-1 Sill',
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `*<${ORIGIN}/quay|Berths>*\n• <${ORIGIN}/q/1|BER-1 Sill>: Ines created the issue`,
        },
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  })
})

test('Discord: 256 and 4,096 units, 6,000 in all, and nobody is rung', () => {
  const made = JSON.parse(painted('discord', JSON.stringify(longest), ORIGIN)) as {
    embeds: { title: string; description: string }[]
    allowed_mentions: unknown
  }
  const [embed] = made.embeds
  expect(embed!.title.length).toBeLessThanOrEqual(256)
  expect(embed!.description.length).toBeLessThanOrEqual(4_096)
  expect(embed!.title.length + embed!.description.length).toBeLessThanOrEqual(6_000)
  expect(made.allowed_mentions).toEqual({ parse: [] })
  expect(embed!.description).not.toMatch(/@(everyone|here)|[^\\]\*\*|[^\\]</)
  expect(embed!.description).not.toContain('](https://evil')
})

test('Mattermost: 4,000 characters, as older servers take them', () => {
  const { text } = JSON.parse(painted('mattermost', JSON.stringify(longest), ORIGIN)) as { text: string }
  expect(text.length).toBeLessThanOrEqual(4_000)
  expect(text).not.toMatch(/@(everyone|here|all|channel)/)
  expect(text).not.toContain('](https://evil')
})

test('Teams: a card under 28 kB', () => {
  const body = painted('teams', JSON.stringify(longest), ORIGIN)
  expect(Buffer.byteLength(body)).toBeLessThan(28_000)
  const [card] = (
    JSON.parse(body) as { attachments: { contentType: string; content: { version: string } }[] }
  ).attachments
  expect(card!.contentType).toBe('application/vnd.microsoft.card.adaptive')
  expect(card!.content.version).toBe('1.4')
  expect(body).not.toContain('](https://evil')
})

test('one line for what one person does to one thing, ten lines, and the rest as a number', () => {
  const twice = [line(1, 'a'), { ...line(1, 'a'), did: ['b'] }].reduce(joined, { ...plain, lines: [] })
  expect(twice.lines).toEqual([{ ...line(1, 'a'), did: ['a', 'b'] }])
  expect([longest.lines.length, longest.more]).toEqual([10, 30])
})

test('texts are cut at a word, between signs', () => {
  expect(cut('the tide window ignores the clock', 20)).toBe('the tide window…')
  expect([...cut('🌊'.repeat(50), 10)]).toHaveLength(10)
  expect(cut('  two\nlines ', 20)).toBe('two lines')
})

test('pauses grow over about three days, and an address is found back within the hour', () => {
  const all = Array.from({ length: 20 }, (_, n) => pauseAfter(n + 1)).filter(one => one !== null)
  const days = all.reduce((sum, one) => sum + one, 0) / 86_400
  expect(days).toBeGreaterThan(2.8)
  expect(days).toBeLessThan(3.6)
  expect(pauseAfter(1)).toBeLessThanOrEqual(12)
  expect(circuitPause(1_000)).toBeLessThanOrEqual(3_600 * 1.2)
})

test.each([
  ['json', 404, '', false],
  ['json', 410, '', true],
  ['slack', 404, 'no_service', true],
  ['slack', 403, 'invalid_token', true],
  ['slack', 403, 'something', false],
  ['discord', 404, '{"code": 10015}', true],
  ['discord', 429, '', false],
  ['teams', 202, '', false],
  ['mattermost', 500, '', false],
] as const)('%s, answered %i %s: is it gone? %s', (format, status, answer, gone) => {
  expect(isGone(format, { status, answer })).toBe(gone)
})
