import type { FindAnswer } from '../../api/contract/lists/search.ts'
import { fillNext, searchReader } from '../../api/lists/search/entries.ts'
import { readNext } from '../../api/live/readNext.ts'
import type { Person } from './build.ts'
import { until } from './live.ts'
import type { TestServer } from './server.ts'

export const findAs = async (who: Person, slug: string, q: string, more = ''): Promise<FindAnswer> => {
  const { status, body } = await who.get<FindAnswer>(
    `/api/workspaces/${slug}/find/?q=${encodeURIComponent(q)}${more}`,
  )
  if (status !== 200) throw new Error(`find: ${status} ${JSON.stringify(body)}`)
  return body
}
export const namesOf = ({ results }: FindAnswer) => results.map(hit => hit.name.text)

/** The search has come to all that was written in a workspace. */
export const searchable = async ({ db }: Pick<TestServer, 'db'>, workspace: string) => {
  await until(async () => {
    const { seq } = (await db('change_counters').where('scope_id', workspace).first('seq')) as { seq: number }
    return (await db('readers').where({ name: searchReader.name, workspace }).first('seq'))?.seq === seq
  })
  while (await fillNext(db));
}

/** The same where no reader runs: what was written so far is taken in now. */
export const takeIn = async ({ db }: Pick<TestServer, 'db'>, workspace: string) => {
  while ((await readNext(db, searchReader, workspace)).isMore);
  while (await fillNext(db));
}
