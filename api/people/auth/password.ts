import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
// Costs of argon2id: 19 MiB, two passes, one lane; about 25 ms on one core.
const COST = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }

/** `argon2id$<salt>$<tag>`, both in base64. */
/** Keyboards write the same letters in several ways: they are one password. */
const composed = (password: string) => password.normalize('NFKC')

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, message: composed(password), nonce })
  return `argon2id$${nonce.toString('base64')}$${tag.toString('base64')}`
}

export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> => {
  const [, salt, tag] = (stored ?? '').split('$')
  // An account without password costs as much time as one with: nothing is learned from the clock.
  const nonce = salt ? Buffer.from(salt, 'base64') : Buffer.alloc(16)
  const expected = tag ? Buffer.from(tag, 'base64') : Buffer.alloc(32)
  // As it came, too: so were passwords kept before.
  let matches = false
  for (const message of new Set([composed(password), password])) {
    const made = await derive('argon2id', { ...COST, message, nonce })
    matches = timingSafeEqual(made, expected) || matches
  }
  return matches && tag !== undefined
}

const loadStrength = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs })
}
/** Loaded with the first password that somebody chooses: the words that everybody chooses take 15 MB. */
let strength: ReturnType<typeof loadStrength> | null = null

/** At least 8 characters and strength 3 of 4. */
export const isStrong = async (password: string): Promise<boolean> => {
  if (password.length < 8 || password.length > 256) return false
  strength ??= loadStrength()
  return (await strength).check(password.slice(0, 100)).score >= 3
}
