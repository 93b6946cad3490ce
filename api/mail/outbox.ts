import { v7 } from 'uuid'
import type { Work } from '../db/work.ts'
import { kindOf, type Mail } from './kinds.ts'

/**
 * Has a mail sent once what it is about is committed: it waits in the caller's transaction and is undone with it. Whether
 * mail is on is asked when it leaves.
 */
export const queueMail = (work: Pick<Work, 'trx'>, mail: Mail): Promise<void> => queueMails(work, [mail])

/** Many, by one statement. */
export const queueMails = async (work: Pick<Work, 'trx'>, mails: Mail[]): Promise<void> => {
  if (mails.length === 0) return
  const rows = mails.map(({ to, kind, ...facts }) => {
    const useless_at = new Date(Date.now() + kindOf(kind).worth * 1000)
    return { id: v7(), kind, recipient: to, facts: JSON.stringify(facts), useless_at }
  })
  await work.trx('mails').insert(rows)
}
