/** The places of an axis in people's words. */
import { NONE } from '#contract/lists/issueFilters.ts'
import type { By } from './cells.queries.ts'
import type { Meant } from './meant.ts'
import { labelsNamed, namesIn, peopleNamed, statesNamed } from './names.queries.ts'

const namesOf = async (
  { trx }: Pick<Meant, 'trx'>,
  by: By,
  ids: string[],
): Promise<Map<string, string> | null> => {
  const named = (rows: Map<string, { name: string }>) =>
    new Map([...rows].map(([id, { name }]) => [id, name]))
  switch (by) {
    case 'state':
      return named(await statesNamed(trx, ids))
    case 'labels':
      return named(await labelsNamed(trx, ids))
    case 'cycle':
      return named(await namesIn(trx, 'cycles', ids))
    case 'modules':
      return named(await namesIn(trx, 'modules', ids))
    case 'project':
      return named(await namesIn(trx, 'projects', ids))
    case 'assignees':
    case 'created_by':
      return new Map(
        [...(await peopleNamed(trx, ids))].map(([id, { first_name, last_name, display_name }]) => [
          id,
          `${first_name} ${last_name}`.trim() || display_name,
        ]),
      )
    default:
      return null
  }
}

/** Ids become names; words and months stay. */
export const namesAt = async (
  meant: Pick<Meant, 'trx'>,
  by: By,
  keys: readonly string[],
): Promise<(key: string) => string> => {
  const names = await namesOf(
    meant,
    by,
    keys.filter(key => key !== NONE),
  )
  return key => (names && key !== NONE ? (names.get(key) ?? '') : key)
}
