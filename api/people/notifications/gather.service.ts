import type { Db } from '../../db/knex.ts'
import { queueMails } from '../../mail/outbox.ts'
import { takeDue } from './digest.queries.ts'

/** So many mails one transaction makes. */
const AT_ONCE = 200

/**
 * Makes mails of news that has waited long enough, one for each person and issue or page; news held for the end of
 * quiet hours is one mail. News is taken out in the transaction that queues the mail: wherever that is interrupted, the
 * news is either still unmailed or queued once. Answers the number of mails.
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
