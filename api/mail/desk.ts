import type { Db } from '../db/knex.ts'
import type { Settings } from '../settings.ts'

/** The address of this instance for links in mails, and its name. */
export const nameAndAddress = async (db: Db, { appBaseUrl, port }: Pick<Settings, 'appBaseUrl' | 'port'>) => {
  const row = await db('instances').first<{ instance_name: string; origin_at_setup: string | null }>(
    'instance_name',
    'origin_at_setup',
  )
  return {
    instance: row?.instance_name ?? 'Tandem',
    origin: appBaseUrl ?? row?.origin_at_setup ?? `http://localhost:${port}`,
  }
}
