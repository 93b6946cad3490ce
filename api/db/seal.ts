import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { secret } from './dataDir.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Encrypts values that we must read again: a thief of the database alone reads nothing. */
export type Seal = { close(text: string): string; open(sealed: string): string }

/** `name` binds a text to its place: copied to another one it does not open. */
export const openSeal = async (dataDir: string): Promise<(name: string) => Seal> => {
  const key = Buffer.from(await secret(dataDir, 'configuration'), 'hex')
  return name => ({
    close: text => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(name))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64')
    },
    open: sealed => {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE))
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
    },
  })
}
