import { resolve } from 'node:path'
import { z } from 'zod'
import {
  type Configuration,
  configurationKeys,
  namesOfConfiguration,
} from '#contract/workspace/configuration.ts'

/** Everything that the environment may set. Names in upper case there, in camel case here. */
const whole = (fallback: number, most = Number.MAX_SAFE_INTEGER) => {
  const error = `must be a whole number ${most < Number.MAX_SAFE_INTEGER ? `from 0 to ${most}` : 'that is not negative'}`
  return z.coerce.number({ error }).int({ error }).min(0, { error }).max(most, { error }).default(fallback)
}
const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .default('0')
  .transform(value => value === '1' || value === 'true')
const address = z
  .string()
  .default('')
  .refine(value => value === '' || /^https?:\/\/[^/]+$/.test(value.replace(/\/$/, '')), {
    message: 'must be an address such as https://tandem.example, without a path',
  })
  .transform(value => (value === '' ? null : value.replace(/\/$/, '')))
const optional = z
  .string()
  .default('')
  .transform(value => value || null)
const bucket = optional.refine(value => value === null || /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value), {
  message: 'must be the name of a bucket',
})
const region = z
  .string()
  .default('us-east-1')
  .refine(value => /^[a-z\d-]+$/.test(value), { message: 'must be the name of a region' })

/** Separated by commas. */
const list = z
  .string()
  .default('')
  .transform(text =>
    text
      .split(',')
      .map(one => one.trim())
      .filter(Boolean),
  )
const hosts = list.refine(all => all.every(one => /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/.test(one)), {
  message: 'must be hosts separated by commas, in lower case and without https://',
})

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

type Variable = { schema: z.ZodType; meaning: string }

/** Name -> default and meaning: the README's table is this one. */
export const variables = {
  PORT: { schema: whole(3000, 65_535), meaning: 'Port to listen on.' },
  HOST: { schema: z.string().default('0.0.0.0'), meaning: 'Address to listen on.' },
  DATA_DIR: {
    schema: z
      .string()
      .default('./data')
      .transform(path => resolve(path)),
    meaning: 'Where the bundled PostgreSQL, files and secrets are kept.',
  },
  DATABASE_URL: {
    schema: optional.refine(value => value === null || /^postgres(ql)?:\/\//.test(value), {
      message: 'must begin with postgresql://',
    }),
    meaning: 'Use this PostgreSQL (15 or newer) instead of the bundled one.',
  },
  REDIS_URL: {
    schema: optional.refine(value => value === null || /^rediss?:\/\//.test(value), {
      message: 'must begin with redis://',
    }),
    meaning: 'Redis by which several servers share open texts; one needs none.',
  },
  YJS_TOKEN_IN_QUERY: {
    schema: flag,
    meaning: '1 lets Yjs clients give ?token=; addresses end up in logs.',
  },
  APP_BASE_URL: { schema: address, meaning: 'Address that people use, for redirects, links and uploads.' },
  CORS_ALLOWED_ORIGINS: {
    schema: list.transform(origins => origins.map(origin => origin.replace(/\/$/, ''))),
    meaning: 'Other origins that may call with cookies, separated by commas.',
  },
  PRIVATE_HOSTS: {
    schema: hosts,
    meaning: 'Private hosts that may be called: 10.0.0.7, push.lan:8443.',
  },
  TRUST_PROXY: { schema: flag, meaning: '1 when a proxy in front sets X-Forwarded-For, -Host and -Proto.' },
  S3_BUCKET: { schema: bucket, meaning: 'Keep files in this bucket instead of DATA_DIR.' },
  S3_REGION: { schema: region, meaning: 'Its region.' },
  S3_ENDPOINT: { schema: address, meaning: 'Its server, if not Amazon’s: https://minio.lan:9000.' },
  S3_PUBLIC_ENDPOINT: { schema: address, meaning: 'The same as browsers reach it, if another.' },
  S3_ACCESS_KEY_ID: { schema: optional, meaning: 'Its key; without one, what the machine is given (AWS_…).' },
  S3_SECRET_ACCESS_KEY: { schema: optional, meaning: 'The secret of that key.' },
  FILE_SIZE_LIMIT: { schema: whole(5_242_880), meaning: 'Largest upload, in bytes.' },
  ARCHIVE_SIZE_LIMIT: {
    schema: whole(21_474_836_480),
    meaning: 'Largest archive of a workspace, in bytes.',
  },
  RATE_LIMIT_AUTH: {
    schema: whole(30),
    meaning: 'Sign-in calls a minute and address; 0 = no limit, here and below.',
  },
  RATE_LIMIT_AUTH_FAILURES: {
    schema: whole(10),
    meaning: 'Wrong passwords and tokens per 15 minutes, account and address.',
  },
  RATE_LIMIT_ANONYMOUS: { schema: whole(300), meaning: 'Calls without session a minute and address.' },
  RATE_LIMIT_TOKEN: { schema: whole(600), meaning: 'Calls a minute and API token.' },
  RATE_LIMIT_SESSION: { schema: whole(6000), meaning: 'Calls a minute and session.' },
  HARD_DELETE_AFTER_DAYS: { schema: whole(60), meaning: 'Days until what was deleted is purged.' },
  CHANGE_LOG_DAYS: { schema: whole(30), meaning: 'Days that the change log reaches back.' },
  SESSION_DAYS: { schema: whole(7), meaning: 'Days that an unused session lives.' },
  LOG_LEVEL: {
    schema: z.enum(levels, { error: `must be one of ${levels.join(', ')}` }).default('info'),
    meaning: 'How much is logged.',
  },
} satisfies Record<string, Variable>

type Variables = typeof variables
type Camel<S extends string> = S extends `${infer A}_${infer B}`
  ? `${Lowercase<A>}${Capitalize<Camel<B>>}`
  : Lowercase<S>
export type Settings = { [K in keyof Variables as Camel<K & string>]: z.output<Variables[K]['schema']> } & {
  /** Values that the environment sets in place of an admin's. */
  configured: Partial<Configuration>
}

const camel = (name: string) =>
  name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** One sentence for each mistake in the environment. */
export class SettingsError extends Error {
  readonly mistakes: string[]
  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

// A database address holds a password, and printed text may end up in a log.
const shown = (name: string, value: string | undefined) => (name.endsWith('_URL') ? '' : `, not "${value}"`)

export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const mistakes: string[] = []
  const settings: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(variables)) {
    const result = schema.safeParse(env[name] === '' ? undefined : env[name])
    if (result.success) settings[camel(name)] = result.data
    else mistakes.push(`${name} ${result.error.issues[0]!.message}${shown(name, env[name])}.`)
  }
  const configured: Partial<Configuration> = {}
  for (const name of namesOfConfiguration) {
    const value = env[name]
    if (!value) continue
    const result = configurationKeys[name].isSwitch ? flag.safeParse(value) : { success: true, data: value }
    if (result.success)
      configured[name] = typeof result.data === 'boolean' ? String(Number(result.data)) : value
    else mistakes.push(`${name} must be 1 or 0, not "${value}".`)
  }
  if (!settings.s3AccessKeyId !== !settings.s3SecretAccessKey)
    mistakes.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither.')
  settings.configured = configured
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  return settings as Settings
}
