import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import {
  type Configuration,
  type ConfigurationKey,
  configurationKeys,
  KEPT_SECRET,
  mailKeys,
  mailSecurity,
  namesOfConfiguration,
} from '#contract/workspace/configuration.ts'
import type { MailTest } from '#contract/workspace/instanceAdmin.ts'
import type { Db } from '../../db/knex.ts'
import { openSeal, type Seal } from '../../db/seal.ts'
import type { Settings } from '../../settings.ts'

/** The values by which a test mail went, sealed: no setting of anybody, and reported without its password. */
const MAIL_TEST = 'MAIL_TEST'

/** As it is kept: a secret encrypted, null where nobody has said anything. */
type Kept = {
  id: string
  created_at: string
  updated_at: string
  key: ConfigurationKey
  value: string | null
}

export type Configured = ReturnType<typeof createConfiguration>

export const openConfiguration = async (running: {
  db: Db
  settings: Pick<Settings, 'configured' | 'dataDir'>
  log: Logger
}) =>
  createConfiguration({
    ...running,
    given: running.settings.configured,
    seal: await openSeal(running.settings.dataDir),
  })

/** The settings of the instance: from its environment (`given`), else from its admins, else the default. */
const createConfiguration = ({
  db,
  given,
  seal,
  log,
}: {
  db: Db
  given: Partial<Configuration>
  seal: (name: string) => Seal
  log: Logger
}) => {
  const keptRows = (trx: Knex): Promise<Kept[]> =>
    trx('instance_configurations').whereIn('key', namesOfConfiguration)

  const opened = (key: ConfigurationKey, value: string | null): string | null => {
    if (!value || !configurationKeys[key].isSecret) return value
    try {
      return seal(key).open(value)
    } catch {
      // Another DATA_DIR, or one without its secrets: as good as not set, and to be typed again.
      log.error({ key }, 'a kept secret cannot be read with the key of this data directory')
      return null
    }
  }
  const triedOf = (sealed: string): Configuration | null => {
    try {
      return JSON.parse(seal(MAIL_TEST).open(sealed)) as Configuration
    } catch {
      // Of another data directory: as good as never tried.
      return null
    }
  }
  const effective = (key: ConfigurationKey, kept: string | null) =>
    given[key] ?? opened(key, kept) ?? configurationKeys[key].fallback

  let last = Object.fromEntries(namesOfConfiguration.map(key => [key, effective(key, null)])) as Configuration

  /** Every value as it holds now. */
  const read = async (trx: Knex = db): Promise<Configuration> => {
    const kept = new Map((await keptRows(trx)).map(({ key, value }) => [key, value]))
    last = Object.fromEntries(
      namesOfConfiguration.map(key => [key, effective(key, kept.get(key) ?? null)]),
    ) as Configuration
    return last
  }

  return {
    read,
    /** The values as they were last read: for headers, which cannot wait for the database. */
    lastRead: () => last,
    /** Makes the rows that are not there yet. */
    seed: async () => {
      const rows = namesOfConfiguration.map(key => ({ id: v7(), key, value: null }))
      await db('instance_configurations').insert(rows).onConflict('key').ignore()
    },
    /** The rows as an admin is shown them: without secrets, those of the environment marked as such. */
    list: async (trx: Knex = db) =>
      (await keptRows(trx))
        .sort((a, b) => namesOfConfiguration.indexOf(a.key) - namesOfConfiguration.indexOf(b.key))
        .map(({ key, value, ...row }) => {
          const { category, isSecret = false } = configurationKeys[key]
          const holds = effective(key, value)
          return {
            ...row,
            deleted_at: null,
            created_by: null,
            updated_by: null,
            key,
            value: isSecret && holds ? KEPT_SECRET : holds,
            category,
            is_encrypted: isSecret,
            is_set_by_environment: given[key] !== undefined,
          }
        }),
    /** Stores an admin's values; values of the environment stay as they are. */
    write: async (trx: Knex, values: Partial<Configuration>): Promise<void> => {
      for (const key of namesOfConfiguration) {
        const value = values[key]
        const { isSecret } = configurationKeys[key]
        if (value === undefined || given[key] !== undefined || (isSecret && value === KEPT_SECRET)) continue
        await trx('instance_configurations')
          .where({ key })
          .update({
            value: isSecret && value ? seal(key).close(value) : value,
            updated_at: new Date(),
          })
      }
    },
    isGiven: (key: ConfigurationKey) => given[key] !== undefined,
    /** A test mail went by these values. */
    noteMailTest: async (values: Configuration): Promise<void> => {
      const tried = Object.fromEntries(mailKeys.map(key => [key, values[key]]))
      const value = seal(MAIL_TEST).close(JSON.stringify(tried))
      await db('instance_configurations')
        .insert({ id: v7(), key: MAIL_TEST, value })
        .onConflict('key')
        .merge({ value, updated_at: new Date() })
    },
    /** The last test that came off; null before the first. */
    mailTest: async (trx: Knex = db): Promise<MailTest | null> => {
      const row = await trx('instance_configurations')
        .where('key', MAIL_TEST)
        .first<{ value: string; updated_at: string } | undefined>('value', 'updated_at')
      const tried = row && triedOf(row.value)
      if (!tried) return null
      const now = await read(trx)
      return {
        at: row.updated_at,
        host: tried.EMAIL_HOST,
        port: tried.EMAIL_PORT,
        security: mailSecurity(tried),
        user: tried.EMAIL_HOST_USER,
        sender: tried.EMAIL_FROM,
        holds: mailKeys.every(key => tried[key] === now[key]),
      }
    },
  }
}
