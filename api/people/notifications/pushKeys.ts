import { createECDH } from 'node:crypto'
import type { Logger } from 'pino'
import { v7 } from 'uuid'
import type { Db } from '../../db/knex.ts'
import { openSeal } from '../../db/seal.ts'

/** By which push services know this instance (VAPID, RFC 8292), in base64 of addresses. */
export type PushKeys = { publicKey: string; privateKey: string }

/** Kept with what admins configure, but no setting of theirs: shown to nobody, and never changed by them. */
const NAME = 'VAPID_KEYS'

const create = (): PushKeys => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A number that begins with zeros is written shorter; its key is of 32 bytes all the same.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

/**
 * The keys of this instance, made at its first start. Keys that this data directory cannot read are made anew, and
 * subscriptions to the old ones are dropped: those browsers would refuse messages under other keys.
 */
export const openPushKeys = async (running: { db: Db; dataDir: string; log: Logger }): Promise<PushKeys> => {
  const { db, dataDir, log } = running
  const seal = (await openSeal(dataDir))(NAME)
  const sealed = () => seal.close(JSON.stringify(create()))
  await db('instance_configurations')
    .insert({ id: v7(), key: NAME, value: sealed() })
    .onConflict('key')
    .ignore()
  // Two that start at once may each find those of the other: the second replaces them again.
  for (;;) {
    const { value } = await db('instance_configurations').where('key', NAME).first<{ value: string }>('value')
    try {
      return JSON.parse(seal.open(value)) as PushKeys
    } catch {
      log.warn('the keys of browser notifications are of another data directory: new ones replace them')
    }
    await db.transaction(async trx => {
      const isMine = await trx('instance_configurations')
        .where({ key: NAME, value })
        .update({ value: sealed(), updated_at: new Date() })
      if (isMine) await trx('push_subscriptions').delete()
    })
  }
}
