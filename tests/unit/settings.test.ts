import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
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
