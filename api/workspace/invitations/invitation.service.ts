import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import type { Role } from '#contract/rules.ts'
import { INVITATION_DAYS, WorkspaceInvitation } from '#contract/workspace/invitations.ts'
import { Project } from '#contract/workspace/projects.ts'
import { locked } from '../../db/locked.ts'
import { asJson, insert, remove, removeAll, update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { queueMail } from '../../mail/outbox.ts'
import { cleanEmail, isEmail } from '../../people/auth/account.service.ts'
import { noteLastWorkspace } from '../../people/users/lastWorkspace.ts'
import { joinProjects } from '../projects/member.service.ts'
import { lockWorkspace } from '../workspaces/lock.ts'
import { enter, membersWith } from '../workspaces/member.service.ts'
import {
  composeInvitations,
  countMembers,
  findByLink,
  firstMembers,
  type Invitation,
  waitingFor,
} from './invitation.queries.ts'
import { fitsLink } from './links.ts'

const DAY = 86_400_000

export type Invited = {
  emails: { email: string; role: Role }[]
  project_ids?: string[] | undefined
  is_mailed: boolean
}

/** Only what is there to be joined can be promised. */
const judgeProjects = async ({ trx }: Work, workspaceId: string, ids: string[]) => {
  const found = (await trx(Project.table)
    .where('workspace', workspaceId)
    .whereIn('id', ids)
    .whereNull('deleted_at')
    .whereNull('archived_at')
    .pluck('id')) as string[]
  const missing = ids.filter(id => !found.includes(id))
  if (missing.length > 0) failFields({ project_ids: missing.map(missingPk) })
}

/** Judges all addresses before the first is written; answers each once, as it is compared. */
const judgeAddresses = async (work: Work, workspaceId: string, given: Invited['emails']) => {
  if (given.length === 0) fail('invitation.noneGiven')
  const roleOf = new Map(given.map(({ email, role }) => [cleanEmail(email), role]))
  const addresses = [...roleOf.keys()]
  const members = await membersWith(work.trx, workspaceId, addresses)
  if (members.length > 0) fail('invitation.alreadyMember', { workspace_users: members })
  const wrong = addresses.filter(email => !isEmail(email))
  if (wrong.length > 0)
    fail('invitation.invalidEmail', {
      error: `Invalid email - ${wrong.join(', ')} provided a valid email address is required to send the invite`,
    })
  return roleOf
}

/** Invites addresses; a second invitation replaces the values of the first, and its link lives on for as long again. */
export const invite = async (
  work: Work,
  workspaceId: string,
  { emails, project_ids, is_mailed }: Invited,
): Promise<Invitation[]> => {
  await lockWorkspace(work, workspaceId)
  const roleOf = await judgeAddresses(work, workspaceId, emails)
  await judgeProjects(work, workspaceId, project_ids ?? [])
  const sent = {
    sent_at: work.now,
    is_mailed,
    expires_at: new Date(Date.parse(work.now) + INVITATION_DAYS * DAY).toISOString(),
  }
  const before = await locked(work, WorkspaceInvitation, rows =>
    rows.where('workspace_id', workspaceId).whereIn('email', [...roleOf.keys()]),
  )
  const known = new Map(before.map(row => [row.email, row]))
  const invitations: Invitation[] = []
  for (const [email, role] of roleOf) {
    const former = known.get(email)
    // A person who declined is asked anew; one who accepted is only waited for.
    const asked = former && !former.accepted ? { responded_at: null } : {}
    invitations.push(
      former
        ? await update(work, WorkspaceInvitation, former, { role, project_ids, ...sent, ...asked })
        : await insert(work, WorkspaceInvitation, {
            id: randomUUID(),
            workspace_id: workspaceId,
            email,
            role,
            project_ids: asJson(project_ids ?? []),
            ...sent,
          }),
    )
  }
  if (is_mailed) await mailAll(work, invitations)
  return invitations
}

/** The invitations of these addresses, in their order. */
export const invitedBy = async (
  trx: Knex,
  workspaceId: string,
  given: Invited['emails'],
): Promise<Invitation[]> => {
  const emails = [...new Set(given.map(({ email }) => cleanEmail(email)))]
  const rows = await trx(WorkspaceInvitation.table)
    .where('workspace_id', workspaceId)
    .whereIn('email', emails)
    .whereNull('deleted_at')
    .select<Invitation[]>(WorkspaceInvitation.columns)
  return rows.toSorted((a, b) => emails.indexOf(a.email) - emails.indexOf(b.email))
}

const mailAll = async (work: Work, invitations: Invitation[]) => {
  const inWorkspace = { id: invitations[0]!.workspace_id }
  const { name } = await work.trx('workspaces').where(inWorkspace).first<{ name: string }>('name')
  for (const { id, email } of invitations)
    await queueMail(work, {
      kind: 'workspace_invitation',
      to: email,
      invitation_id: id,
      workspace: name,
      inviter: work.viewer.displayName,
    })
}

export const changeInvitation = async (
  work: Work,
  invitation: Invitation,
  patch: { role?: Role | undefined; project_ids?: string[] | undefined },
): Promise<Invitation> => {
  await judgeProjects(work, invitation.workspace_id, patch.project_ids ?? [])
  return update(work, WorkspaceInvitation, invitation, patch)
}

/** Lets the caller in by an invitation, which ends with it. */
const take = async (work: Work, invitation: Invitation): Promise<void> => {
  const { workspace_id, role, project_ids } = invitation
  await enter(work, workspace_id, role as Role)
  await joinProjects(work, workspace_id, project_ids)
  await remove(work, WorkspaceInvitation, invitation)
}

const emailOf = async (trx: Knex, userId: string): Promise<string | null> =>
  (await trx('user_contacts').where('id', userId).first<{ email: string } | undefined>('email'))?.email ??
  null

const isProven = async (trx: Knex, id: string): Promise<boolean> =>
  (await trx('accounts').where({ id, is_email_verified: true }).first('id')) !== undefined

const isOver = ({ expires_at }: Invitation, now: string) => Date.parse(expires_at) <= Date.parse(now)

/** So many of the people of a workspace are shown to whoever is invited. */
const FACES = 5

/** What a link shows. One that is declined or over shows nobody: its holder will not be let in. */
export const shownByLink = async (trx: Knex, link: { ws: string; invitationId: string }) => {
  const invitation = (await findByLink(trx, link)) ?? fail('row.notFound')
  const [answer] = await composeInvitations(trx, [invitation])
  const id = invitation.workspace_id
  const isDeclined = invitation.responded_at !== null && !invitation.accepted
  if (isDeclined || isOver(invitation, new Date().toISOString()))
    return { ...must(answer, 'it'), members: [] }
  return {
    ...must(answer, 'it'),
    total_members: (await countMembers(trx, [id])).get(id) ?? 0,
    members: await firstMembers(trx, id, FACES),
  }
}

/** The invitation of a link, under lock. */
const asked = async (work: Work, link: { ws: string; invitationId: string }): Promise<Invitation> => {
  const found = (await findByLink(work.trx, link)) ?? fail('row.notFound')
  const [invitation] = await locked(work, WorkspaceInvitation, { id: found.id })
  return invitation ?? fail('row.notFound')
}

/**
 * Answers by the link, or by the id alone where the caller's address is proven to be the invited one. A caller who is signed in with its address is in at once; for any other it calls `granted`, and
 * they are in when they sign in with it.
 */
export const answerByLink = async (
  work: Work,
  link: { ws: string; invitationId: string },
  given: { email: string; accepted: boolean; token: string },
): Promise<{ granted: Invitation | null }> => {
  const invitation = await asked(work, link)
  const { viewer } = work
  if (cleanEmail(given.email) !== invitation.email) fail('invitation.notYours')
  const own = viewer.id ? await emailOf(work.trx, viewer.id) : null
  if (own !== null && own !== invitation.email) fail('invitation.notYours')
  const isTheirs = await fitsLink(work.trx, invitation.id, given.token)
  if (!isTheirs && !(own && (await isProven(work.trx, viewer.id)))) fail('invitation.notYours')
  const isTakenUp = invitation.accepted && given.accepted
  if (invitation.responded_at && !isTakenUp) fail('invitation.answered')
  if (isOver(invitation, work.now)) fail('invitation.expired')
  if (given.accepted && own) {
    await take(work, invitation)
    await noteLastWorkspace(work, invitation.workspace_id)
    return { granted: null }
  }
  const written = await update(work, WorkspaceInvitation, invitation, {
    accepted: given.accepted,
    responded_at: invitation.responded_at ?? work.now,
  })
  return { granted: given.accepted ? written : null }
}

/** Takes up the invitations that this browser accepted before its person signed in; ended ones are left out. */
export const takeGranted = async (work: Work, ids: string[]): Promise<void> => {
  const own = await emailOf(work.trx, work.viewer.id)
  const granted = await locked(work, WorkspaceInvitation, rows =>
    rows
      .whereIn('id', ids)
      .where('email', own)
      .where(open => open.where('accepted', true).orWhereNull('responded_at')),
  )
  const valid = granted.filter(invitation => !isOver(invitation, work.now))
  for (const invitation of valid) await take(work, invitation)
  if (valid[0]) await noteLastWorkspace(work, valid[0].workspace_id)
}

/** Accepts those of the named invitations that wait for the caller; others are passed over. */
export const acceptWaiting = async (work: Work, ids: string[]): Promise<void> => {
  const waiting = await waitingFor(work.trx, work.viewer.id)
  const mine = waiting.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
  const taken = await locked(work, WorkspaceInvitation, rows => rows.whereIn('id', mine))
  for (const invitation of taken) await take(work, invitation)
  // Where one goes on is the first that was named.
  const [first] = taken.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  if (first) await noteLastWorkspace(work, first.workspace_id)
}

/** Has those who accepted for this address before anybody had proven it asked again. */
export const reopenInvitationsTo = async (work: Work, email: string): Promise<void> => {
  const accepted = await locked(work, WorkspaceInvitation, { email, accepted: true })
  await updateAll(
    work,
    WorkspaceInvitation,
    accepted.map(before => ({ before, patch: { accepted: false, responded_at: null } })),
  )
}

/** Drops the invitations to an address whose account ends. */
export const dropInvitationsTo = async (work: Work, email: string): Promise<void> =>
  removeAll(work, WorkspaceInvitation, await locked(work, WorkspaceInvitation, { email }))

export { isAwaited } from './invitation.queries.ts'

/** Invitations that wait for this person's answer. */
export const invitationsOf = async (trx: Knex, userId: string) => {
  const rows = await waitingFor(trx, userId)
  const members = await countMembers(
    trx,
    rows.map(row => row.workspace_id),
  )
  return { rows, members }
}

export const countWaiting = async (trx: Knex, userId: string): Promise<number> =>
  (await waitingFor(trx, userId)).length
