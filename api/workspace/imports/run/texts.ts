/** Texts of a source as ours: Markdown and HTML by the one reading, keys and addresses of imported issues as links to them. */
import type { Knex } from 'knex'
import { runTask } from '../../../text/documents/threads.ts'
import type { Draft, SourceText } from '../draft.ts'
import type { WholeRow } from '../staging/rows.ts'
import { htmlOfWiki } from '../text/wiki.ts'
import { nameOf } from './values.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A key of an issue as tools write it; a number alone behind `#`, where it is no part of a word or an address. */
const KEY = /\b[A-Z][A-Z0-9_]{0,19}-\d{1,9}\b|(?<![\w#&/])#\d{1,9}\b/g
/** An address of an issue ends with its key, or has it before a title. */
const KEY_IN_ADDRESS = /\/(?:browse|issue|issues|work-items|tasks?|c)\/([A-Za-z0-9_]+(?:-\d+)?)(?:[/?#]|$)/

/** The names under which an issue at an address may be known: the whole address, and its key where no other place has the same. */
const namesIn = (url: string): string[] => {
  const key = KEY_IN_ADDRESS.exec(url)?.[1]
  if (!key) return []
  const whole = url.replace(/[?#].*$/, '')
  return /^\d+$/.test(key) ? [whole] : [whole, key]
}

export type Addresses = (key: string) => string | null

/** The keys that a text may name. */
export const keysIn = (html: string): string[] => [
  ...new Set([
    ...(html.match(KEY) ?? []),
    ...[...html.matchAll(/href="([^"]{1,2000})"/g)].flatMap(([, url]) => namesIn(url!)),
  ]),
]

/** Links keys and addresses of imported issues; words within code and links stay. Linear in the text. */
export const linked = (html: string, addressOf: Addresses): string => {
  let closed = 0
  return html
    .split(/(<[^<>]*>)/)
    .map(part => {
      const tag = /^<(\/?)(a|code|pre)\b/i.exec(part)
      if (tag) closed += tag[1] ? -1 : 1
      if (part.startsWith('<'))
        return part.replace(
          /^(<a\b[^<>]*?href=")([^"]{1,2000})(")/i,
          (all, before: string, url: string, after: string) => {
            const own = namesIn(url).map(addressOf).find(Boolean)
            return own ? `${before}${escaped(own)}${after}` : all
          },
        )
      if (closed > 0) return part
      return part.replace(KEY, key => {
        const own = addressOf(key)
        return own ? `<a href="${escaped(own)}">${key}</a>` : key
      })
    })
    .join('')
}

const htmlOf = async (
  text: SourceText,
  place: { origin: string; slug: string; project: string },
  files: Draft['files'],
): Promise<string> => {
  if ('html' in text) return text.html
  if ('wiki' in text) return htmlOfWiki(text.wiki, new Map(files.map(({ name, url }) => [name, url])))
  const made = await runTask('htmlOfMarkdown', { markdown: text.markdown, place })
  return 'refused' in made ? `<p>${escaped(text.markdown.slice(0, 1_000_000))}</p>` : made.html
}

/** The whole text of an issue: a title that was cut, its words, and the fields that have no place of their own. */
export const describe = async (
  draft: Draft,
  place: Parameters<typeof htmlOf>[1],
  added: Draft['lines'],
): Promise<string> => {
  const title = nameOf(draft) === draft.name ? '' : `<p><strong>${escaped(draft.name)}</strong></p>`
  const words = draft.text ? await htmlOf(draft.text, place, draft.files) : ''
  const lines = [...draft.lines, ...added].map(
    ({ name, value }) =>
      `<p><strong>${escaped(name)}:</strong> ${escaped(value).replaceAll('\n', '<br>')}</p>`,
  )
  return `${title}${words}${lines.join('')}`
}

export const commentHtml = htmlOf

/** Where the issues that a text names are now, by the names that the source has for them. */
export const addressesOf = async (
  trx: Knex,
  row: WholeRow,
  slug: string,
  keys: readonly string[],
): Promise<Addresses> => {
  const { rows } = await trx.raw<{ rows: { key: string; identifier: string; number: number }[] }>(
    `select k.key, p.identifier, coalesce(r.number, i.sequence_id) as number
       from import_keys k join import_rows r on r.import = k.import and r.nth = k.nth
       join projects p on p.id = r.target left join issues i on i.id = r.issue
      where k.import = ? and k.key = any(?) and r.verdict <> 'skipped'`,
    [row.id, [...keys]],
  )
  const found = new Map(
    rows.flatMap(one => (one.number ? [[one.key, `${one.identifier}-${one.number}`] as const] : [])),
  )
  return key => {
    const own = found.get(key)
    return own && row.origin ? `${row.origin}/${slug}/browse/${own}` : null
  }
}
