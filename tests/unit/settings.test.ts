import { expect, test } from 'vitest'
import { readSettings, type SettingsError } from '../../api/settings.ts'

test('an empty environment has a default for everything', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    fileSizeLimit: 5_242_880,
    trustProxy: false,
    databaseUrl: null,
    corsAllowedOrigins: [],
  })
})

test('lists, flags and addresses are read as meant', () => {
  expect(
    readSettings({
      CORS_ALLOWED_ORIGINS: 'https://a.example/, https://b.example',
      TRUST_PROXY: '1',
      APP_BASE_URL: 'https://t.example/',
    }),
  ).toMatchObject({
    corsAllowedOrigins: ['https://a.example', 'https://b.example'],
    trustProxy: true,
    appBaseUrl: 'https://t.example',
  })
})

test('each mistake has a sentence of its own', () => {
  try {
    readSettings({ PORT: 'soon', LOG_LEVEL: 'loud', APP_BASE_URL: 'tandem' })
    expect.unreachable()
  } catch (error) {
    expect((error as SettingsError).mistakes.map(line => line.split(' ')[0])).toEqual([
      'PORT',
      'APP_BASE_URL',
      'LOG_LEVEL',
    ])
  }
})
