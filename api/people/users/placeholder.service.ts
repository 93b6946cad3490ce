import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { cleanName } from '#contract/cleanName.ts'
import { Account, User } from '#contract/people/users.ts'
import { GUEST, type Role } from '#contract/rules.ts'
import { Placeholder } from '#contract/workspace/placeholders.ts'
import { WorkspaceMember } from '#contract/workspace/workspaceMembers.ts'
import { takeTurn } from '../../db/order.ts'
import { insert } from '../../db/rows.ts'
import { note, type Work } from '../../db/work.ts'
import { cleanEmail, isEmail } from '../auth/account.service.ts'

/** A person as work from elsewhere names them. */
export type NamedPerson = { name: string; email?: string | null }

const LONGEST_NAME = 255
const NAMELESS = 'Unknown person'

/** Name and address as they are stored; an address that is none is left out. */
export const cleanPerson = (person: NamedPerson): { name: string; email: string | null } => {
  const given = cleanEmail(person.email)
  const email = isEmail(given) ? given : null
  return { name: cleanName(person.name).slice(0, LONGEST_NAME) || email?.split('@')[0] || NAMELESS, email }
}

/** Makes a placeholder, of a name and an address that are clean; `role` is that of the membership that it had elsewhere. */
export const makePlaceholder = async (
  work: Work,
  workspaceId: string,
  { name, email, role = GUEST }: { name: string; email: string | null; role?: Role },
): Promise<string> => {
  const id = v7()
  const face = { id, first_name: name, last_name: '', display_name: name }
  const user = await insert(work, User, face, { announce: false })
  await insert(
    work,
    Account,
    {
      id,
      username: randomBytes(16).toString('hex'),
      is_active: false,
      is_password_autoset: true,
      password_hash: null,
    },
    { announce: false },
  )
  await note(work, User, 'create', user, null, [workspaceId])
  await insert(work, WorkspaceMember, {
    workspace_id: workspaceId,
    member_id: id,
    role,
    is_active: false,
  })
  await insert(work, Placeholder, { id, workspace: workspaceId, name, email })
  return id
}

/**
 * Finds or makes the placeholder of a person in a workspace, by their address or else by their name alone; answers the id of its
 * face, by which rows may name it. It has no contact and its account is closed, so nobody signs in as it, and its membership is over
 * from the start: it takes no seat, is offered in no menu and receives no notifications.
 */
export const placeholderFor = async (
  work: Work,
  workspaceId: string,
  person: NamedPerson,
): Promise<string> => {
  const { name, email } = cleanPerson(person)
  // Two that look for the same person at once would make two.
  await takeTurn(work, `placeholders ${workspaceId}`)
  const known = await work
    .trx('placeholders')
    .where({ workspace: workspaceId, ...(email ? { email } : { email: null, name }) })
    .whereNull('deleted_at')
    .first<{ id: string } | undefined>('id')
  if (known) return known.id
  return makePlaceholder(work, workspaceId, { name, email })
}
