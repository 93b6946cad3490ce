import type { Knex } from 'knex'
import { must } from '#contract/errors.ts'
import type { Work } from '../../db/work.ts'
import type { WayChange } from '../../mail/kinds.ts'
import { queueMail } from '../../mail/outbox.ts'

/** So many in a quarter of an hour: who signs up with an address of somebody else fills no letter box by it. */
const MOST = 5

export const contactOf = async (trx: Knex, id: string): Promise<{ email: string }> =>
  must(await trx('user_contacts').where({ id }).first<{ email: string } | undefined>('email'), 'the address')

/** Informs the owner of an account of a change that may be somebody else's doing. */
export const mailOfWay = async (work: Pick<Work, 'trx'>, id: string, change: WayChange): Promise<void> => {
  const { email } = await contactOf(work.trx, id)
  const sent = await work
    .trx('mails')
    .where({ recipient: email, kind: 'sign_in_changed' })
    .where('created_at', '>', new Date(Date.now() - 15 * 60_000))
    .limit(MOST)
    .pluck('id')
  if (sent.length < MOST) await queueMail(work, { kind: 'sign_in_changed', to: email, ...change })
}
