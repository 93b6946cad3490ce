/** Texts in which people are mentioned without a name, as a bare sign: each is called as they are by now. */
import type { Knex } from 'knex'
import { namesOf } from './digest.queries.ts'

/** A comment in plain words and as HTML. */
export type Said = { words: string | null; html: string | null }

const MENTION = /<mention-component\b[^>]*>/g
const BARE = /@(?![\p{L}\p{N}_])/gu

/** The people mentioned without a name, in their order. */
const namelessIn = ({ html }: Said): string[] =>
  [...(html ?? '').matchAll(MENTION)].flatMap(([tag]) =>
    /\blabel="[^"]/.test(tag) ? [] : (/\bentity_identifier="([^"]+)"/.exec(tag)?.[1] ?? []),
  )

const named = (said: Said, names: ReadonlyMap<string, string>): string | null => {
  const ids = namelessIn(said)
  if (!said.words || ids.length === 0 || said.words.match(BARE)?.length !== ids.length) return said.words
  return said.words.replace(BARE, () => `@${names.get(ids.shift()!) ?? ''}`)
}

/** The words of each of these, with names. */
export const withNames = async <T extends Said>(trx: Knex, said: readonly T[]): Promise<T[]> => {
  const ids = [...new Set(said.flatMap(namelessIn))]
  if (ids.length === 0) return [...said]
  const names = await namesOf(trx, ids)
  return said.map(one => ({ ...one, words: named(one, names) }))
}
