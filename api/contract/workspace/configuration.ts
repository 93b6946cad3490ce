/** The settings that an admin changes while the instance runs. Environment variables of the same names win. */
import { keysOf } from '../keys.ts'

type Key = {
  category: string
  /** The value where neither the environment nor an admin has set one. */
  fallback: string
  /** On or off, `1` or `0`. */
  isSwitch?: true
  /** Encrypted where it is kept, and never disclosed. */
  isSecret?: true
}

const on = (category: string): Key => ({ category, fallback: '1', isSwitch: true })
const off = (category: string): Key => ({ category, fallback: '0', isSwitch: true })
const word = (category: string, fallback = ''): Key => ({ category, fallback })
/** Sent where the other keys say, their host first, and no other way. */
const secret = <Name extends string>(
  category: string,
  ...way: [host: Name, ...Name[]]
): Key & { way: readonly [Name, ...Name[]] } => ({ category, fallback: '', isSecret: true, way })

const keys = {
  ENABLE_SIGNUP: on('AUTHENTICATION'),
  ENABLE_EMAIL_PASSWORD: on('AUTHENTICATION'),
  ENABLE_MAGIC_LINK_LOGIN: off('AUTHENTICATION'),
  IS_GOOGLE_ENABLED: off('AUTHENTICATION'),
  IS_GITHUB_ENABLED: off('AUTHENTICATION'),
  IS_GITLAB_ENABLED: off('AUTHENTICATION'),
  DISABLE_WORKSPACE_CREATION: off('WORKSPACE_MANAGEMENT'),
  GOOGLE_HOST: word('GOOGLE', 'https://accounts.google.com'),
  GOOGLE_CLIENT_ID: word('GOOGLE'),
  GOOGLE_CLIENT_SECRET: secret('GOOGLE', 'GOOGLE_HOST'),
  GITHUB_HOST: word('GITHUB', 'https://github.com'),
  GITHUB_CLIENT_ID: word('GITHUB'),
  GITHUB_CLIENT_SECRET: secret('GITHUB', 'GITHUB_HOST'),
  GITLAB_HOST: word('GITLAB', 'https://gitlab.com'),
  GITLAB_CLIENT_ID: word('GITLAB'),
  GITLAB_CLIENT_SECRET: secret('GITLAB', 'GITLAB_HOST'),
  EMAIL_HOST: word('SMTP'),
  EMAIL_HOST_USER: word('SMTP'),
  EMAIL_HOST_PASSWORD: secret('SMTP', 'EMAIL_HOST', 'EMAIL_PORT', 'EMAIL_USE_TLS', 'EMAIL_USE_SSL'),
  EMAIL_PORT: word('SMTP', '587'),
  EMAIL_FROM: word('SMTP'),
  EMAIL_USE_TLS: on('SMTP'),
  EMAIL_USE_SSL: off('SMTP'),
  ENABLE_BROWSER_PUSH: off('PUSH'),
  // Those of Chrome, Firefox, Safari and Edge; `*.` stands for every name below.
  PUSH_SERVICES: word(
    'PUSH',
    'fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com',
  ),
  GPT_ENGINE: word('SMTP', 'gpt-3.5-turbo'),
  OPENAI_HOST: word('OPENAI', 'https://api.openai.com'),
  OPENAI_API_KEY: secret('OPENAI', 'OPENAI_HOST'),
  UNSPLASH_HOST: word('UNSPLASH', 'https://api.unsplash.com'),
  UNSPLASH_ACCESS_KEY: secret('UNSPLASH', 'UNSPLASH_HOST'),
  IS_INTERCOM_ENABLED: off('INTERCOM'),
  INTERCOM_APP_ID: word('INTERCOM'),
} satisfies Record<string, Key>

export type ConfigurationKey = keyof typeof keys
/** Every value, as text. */
export type Configuration = Record<ConfigurationKey, string>

type Way = readonly [host: ConfigurationKey, ...ConfigurationKey[]]
export const configurationKeys: Record<ConfigurationKey, Key & { way?: Way }> = keys
export const namesOfConfiguration = keysOf(keys)

/** How the mail server is reached: these are tried together, kept or not. */
export const mailKeys = [
  'EMAIL_HOST',
  'EMAIL_PORT',
  'EMAIL_USE_TLS',
  'EMAIL_USE_SSL',
  'EMAIL_HOST_USER',
  'EMAIL_HOST_PASSWORD',
  'EMAIL_FROM',
] as const satisfies readonly ConfigurationKey[]

type Reached = Pick<Configuration, 'EMAIL_USE_TLS' | 'EMAIL_USE_SSL'>
/** How the way to the mail server is encrypted; from the start wins. */
export const mailSecurity = ({ EMAIL_USE_TLS, EMAIL_USE_SSL }: Reached): 'tls' | 'ssl' | 'none' =>
  EMAIL_USE_SSL === '1' ? 'ssl' : EMAIL_USE_TLS === '1' ? 'tls' : 'none'

/** Stands for a secret that is set; sent back it means: as it was, for the way that it was given for. */
export const KEPT_SECRET = '••••••••'

export const mailIsOn = ({ EMAIL_HOST }: Pick<Configuration, 'EMAIL_HOST'>) => EMAIL_HOST !== ''

export const pushIsOn = ({ ENABLE_BROWSER_PUSH }: Pick<Configuration, 'ENABLE_BROWSER_PUSH'>) =>
  ENABLE_BROWSER_PUSH === '1'
