import type { Db } from '../../db/knex.ts'
import { queueMails } from '../../mail/outbox.ts'
import { takeDue } from './digest.queries.ts'

/** So many mails one transaction makes. */
const AT_ONCE = 200

/**
 * Makes mails of what has waited long enough, one a person and issue. What waits is taken out in the transaction that
 * queues the mail: cut off anywhere, it is either not mailed yet or queued once. Answers how many.
 */
export const gatherDigests = (db: Db, waitMs: number): Promise<number> =>
  db.transaction(async trx => {
    const due = await takeDue(trx, waitMs, AT_ONCE)
    await queueMails(
      { trx },
      due.map(({ email, ...rest }) => ({ kind: 'issue_digest', to: email, ...rest })),
    )
    return due.length
  })
