import type { ImportChoices, ImportSource } from '#contract/workspace/imports.ts'
import type { Work } from '../../db/work.ts'

/** Answers that a person gave before for the same tool: where their next import of it begins. */
export const lastChoices = async (
  { trx }: Work,
  given: { workspace: string; owner: string; source: ImportSource },
): Promise<ImportChoices> => {
  const last = await trx('imports')
    .where(given)
    .whereIn('state', ['done', 'stopped', 'undone'])
    .orderBy('created_at', 'desc')
    .first<{ choices: ImportChoices } | undefined>('choices')
  return last?.choices ?? {}
}
