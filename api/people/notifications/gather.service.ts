import type { Db } from '../../db/knex.ts'
import { queueMails } from '../../mail/outbox.ts'
import { takeDue } from './digest.queries.ts'

/** So many mails one transaction makes. */
const AT_ONCE = 200

/**
 * Makes mails of what has waited long enough, one a person and issue or page; what waited for the end of quiet hours is one.
 * What waits is taken out in the transaction that queues the mail: cut off anywhere, it is either not mailed yet or queued
 * once. Answers how many.
 */
export const gatherDigests = (db: Db, waitMs: number, now = new Date()): Promise<number> =>
  db.transaction(async trx => {
    const due = await takeDue(trx, waitMs, AT_ONCE, now)
    await queueMails(
      { trx },
      due.map(({ email: to, issue, ...rest }) =>
        issue ? { kind: 'issue_digest', to, issue, ...rest } : { kind: 'gathered_digest', to, ...rest },
      ),
    )
    return due.length
  })
