import { domainToASCII } from 'node:url'
import type { Knex } from 'knex'

/** Domains of addresses in ASCII (punycode), as they are compared; one that somebody else has by now stays. */
export const up = async (db: Knex) => {
  for (const table of ['user_contacts', 'workspace_invitations']) {
    const rows = await db(table)
      .whereRaw(`email ~ '@.*[^ -~]'`)
      .select<{ id: string; email: string }[]>('id', 'email')
    for (const { id, email } of rows) {
      const at = email.lastIndexOf('@') + 1
      const plain = email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at))
      const taken = await db(table).where('email', plain).first('id')
      if (!taken) await db(table).where('id', id).update({ email: plain })
    }
  }
}
