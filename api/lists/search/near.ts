import type { Knex } from 'knex'
import type { SearchQuery } from './query.ts'
import { formsOf, isNear } from './words.ts'

/** So many words of names are compared with a mistyped one. */
const MOST_NEAR = 500

/** Words of names in the workspace that differ in one letter from a word that is looked for. */
export const nearWords = async ({
  trx,
  workspace,
  query,
}: {
  trx: Knex
  workspace: string
  query: SearchQuery
}): Promise<Map<string, string[]>> => {
  const words = query.parts.flatMap(part =>
    part.isMissing || part.isPhrase ? [] : part.wanted.map(({ word }) => word),
  )
  const near = new Map<string, string[]>()
  for (const word of words) {
    if (!/^\p{L}{4,32}$/u.test(word)) continue
    const found: string[] = await trx('search_words')
      .where({ workspace })
      .whereRaw('forms && ?::text[]', [formsOf(word)])
      .orderBy('word')
      .limit(MOST_NEAR)
      .pluck('word')
    const fits = found.filter(one => one !== word && isNear(one, word))
    if (fits.length > 0) near.set(word, fits)
  }
  return near
}
