import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bucketOf, openStore } from '../../api/files/open.ts'
import { bucketOrigin } from '../../api/files/s3Store.ts'
import { readSettings, type SettingsError, variables } from '../../api/settings.ts'

const mistakesOf = (env: Record<string, string>) => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    return (error as SettingsError).mistakes
  }
}

describe('settings', () => {
  test('need nothing', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      databaseUrl: null,
      corsAllowedOrigins: [],
      trustProxy: false,
      rateLimitAuthFailures: 10,
    })
  })

  test('an empty variable is an unset one', () => {
    expect(readSettings({ PORT: '', LOG_LEVEL: '', APP_BASE_URL: '' })).toEqual(readSettings({}))
  })

  test('addresses lose their last slash, lists their spaces', () => {
    const { appBaseUrl, corsAllowedOrigins } = readSettings({
      APP_BASE_URL: 'https://quay.example/',
      CORS_ALLOWED_ORIGINS: 'https://a.example/, https://b.example',
    })
    expect(appBaseUrl).toBe('https://quay.example')
    expect(corsAllowedOrigins).toEqual(['https://a.example', 'https://b.example'])
  })

  test('every mistake is told at once, each in a sentence', () => {
    const mistakes = mistakesOf({ PORT: '-1', FILE_SIZE_LIMIT: '5 MB', TRUST_PROXY: 'nginx' })
    expect(mistakes).toEqual([
      'PORT must be a whole number from 0 to 65535, not "-1".',
      'TRUST_PROXY must be 1 or 0, not "nginx".',
      'FILE_SIZE_LIMIT must be a whole number that is not negative, not "5 MB".',
    ])
  })

  test('a wrong database address is not repeated: it holds a password', () => {
    expect(mistakesOf({ DATABASE_URL: 'tandem:hush@db' })).toEqual([
      'DATABASE_URL must begin with postgresql://.',
    ])
  })

  test('the README lists exactly these', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const rows = Object.entries(variables).map(([name, { schema, meaning }]) => {
      const value = name === 'DATA_DIR' ? './data' : schema.parse(undefined)
      const shown = value === null || String(value) === '' ? '' : `\`${value === false ? 0 : value}\``
      return `| \`${name}\` | ${shown} | ${meaning} |`
    })
    const start = readme.indexOf('| `PORT`')
    const listed = readme.slice(start, readme.indexOf('\n\n', start)).split('\n')
    expect(listed.map(row => row.replace(/ +/g, ' '))).toEqual(rows.map(row => row.replace(/ +/g, ' ')))
  })
})

describe('a bucket', () => {
  test('has both of its keys or none, a name and a region', () => {
    expect(mistakesOf({ S3_BUCKET: 'quay', S3_ACCESS_KEY_ID: 'pilot' })).toEqual([
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither.',
    ])
    expect(mistakesOf({ S3_BUCKET: 'Quay', S3_REGION: 'eu west', S3_ENDPOINT: 'minio' })).toHaveLength(3)
  })

  test('is sent to where the signed form leads, as pages are allowed to', async () => {
    const keys = { S3_ACCESS_KEY_ID: 'pilot', S3_SECRET_ACCESS_KEY: 'hush' }
    for (const [env, url] of [
      [{ S3_BUCKET: 'quay' }, 'https://quay.s3.us-east-1.amazonaws.com/'],
      [{ S3_BUCKET: 'quay', S3_REGION: 'eu-central-1' }, 'https://quay.s3.eu-central-1.amazonaws.com/'],
      [{ S3_BUCKET: 'quay', S3_REGION: 'cn-north-1' }, 'https://quay.s3.cn-north-1.amazonaws.com.cn/'],
      [{ S3_BUCKET: 'a.quay', S3_REGION: 'eu-central-1' }, 'https://s3.eu-central-1.amazonaws.com/a.quay'],
      [{ S3_BUCKET: 'quay', S3_ENDPOINT: 'http://minio:9000' }, 'http://minio:9000/quay'],
      [
        {
          S3_BUCKET: 'quay',
          S3_ENDPOINT: 'http://minio:9000',
          S3_PUBLIC_ENDPOINT: 'https://files.quay.example',
        },
        'https://files.quay.example/quay',
      ],
    ] as const) {
      const settings = readSettings({ ...keys, ...env })
      const key = `${randomUUID()}/${'0'.repeat(32)}`
      const offered = await openStore(settings).offer?.({ key, type: 'image/png', most: 9 })
      expect(offered?.url).toBe(url)
      expect(url.startsWith(`${bucketOrigin(bucketOf(settings)!)}/`)).toBe(true)
    }
  })
})
