import { randomBytes } from 'node:crypto'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { ApiToken } from '#contract/people/apiTokens.ts'
import { isReading, type Scope } from '#contract/people/scopes.ts'
import { Account, Profile, User } from '#contract/people/users.ts'
import { endOfDay } from '#contract/people/zones.ts'
import { can } from '#contract/permissions.ts'
import { MEMBER } from '#contract/rules.ts'
import { AgentSession } from '#contract/work/agentSessions.ts'
import { Issue } from '#contract/work/issues.ts'
import { Agent, type AgentBounds } from '#contract/workspace/agents.ts'
import { ProjectMember } from '#contract/workspace/projectMembers.ts'
import { WorkspaceMember } from '#contract/workspace/workspaceMembers.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { insert, newId, remove, removeAll, update, updateAll } from '../../db/rows.ts'
import { note, type Work } from '../../db/work.ts'
import { hashOf, randomKey, TOKEN_PREFIX } from '../../http/session.ts'
import { endSessions } from '../../work/agentSessions/stop.service.ts'
import { enrol, leaveProjects, removeMember } from '../projects/member.service.ts'
import { isPersonHere, projectsOf } from './agent.queries.ts'

type Reach = {
  expired_at?: string | null | undefined
  scopes?: Scope[] | undefined
  is_read_only?: boolean | undefined
}

const scopesFor = ({ scopes, is_read_only }: Pick<Reach, 'scopes' | 'is_read_only'>) => {
  const given = [...new Set<Scope>(scopes ?? [is_read_only ? 'all:read' : 'all'])]
  return { scopes: given, is_read_only: isReading(given) }
}
type Fields = {
  description?: string | undefined
  owner?: string | undefined
  projects?: string[] | undefined
} & { [Name in keyof AgentBounds]?: AgentBounds[Name] | undefined }

const judgeOwner = async (work: Work, workspaceId: string, owner: string | undefined) => {
  if (owner !== undefined && !(await isPersonHere(work.trx, workspaceId, owner))) fail('agent.owner')
}

/** Puts an agent into these projects and out of all others that the caller may look after; each must be one of them. */
const setProjects = async (
  work: Work,
  { id, workspace }: Pick<Agent, 'id' | 'workspace'>,
  wanted: string[],
) => {
  const { viewer } = work
  const mayAdd = (project: string) => can(viewer, 'projectMember.add', {}, { workspace, project })
  const present = new Set(await projectsOf(work.trx, id))
  for (const project of [...new Set(wanted)].sort()) {
    if (present.has(project)) continue
    if (viewer.projects[project]?.workspace !== workspace) failFields({ projects: [missingPk(project)] })
    if (!mayAdd(project)) failFields({ projects: ['You may not add members to this project.'] })
    await enrol(work, { id: project, workspace }, id, MEMBER)
  }
  const gone = [...present].filter(project => !wanted.includes(project) && mayAdd(project))
  if (gone.length === 0) return
  const rows = await locked(work, ProjectMember, rows =>
    rows.where({ member: id, is_active: true }).whereIn('project', gone),
  )
  for (const row of rows) await removeMember(work, row)
  await takeBack(work, id, gone)
}

/** What is delegated to an agent goes back to its people, in these projects or everywhere; its open sessions end. */
const takeBack = async (work: Work, agentId: string, projects?: string[]) => {
  const issues = await locked(work, Issue, rows => {
    rows.where('delegate_id', agentId)
    if (projects) rows.whereIn('project_id', projects)
  })
  await updateAll(
    work,
    Issue,
    issues.map(before => ({ before, patch: { delegate_id: null } })),
  )
  await stopAgent(work, agentId, projects)
}

export const stopAgent = async (work: Work, agentId: string, projects?: string[]): Promise<void> => {
  const open = await locked(work, AgentSession, rows => {
    rows.where('agent', agentId).whereNull('ended_at')
    if (projects) rows.whereIn('project', projects)
  })
  await endSessions(work, open, { state: 'stopped' })
}

/** Gives an agent a token of its own; the secret is stored nowhere. */
const giveToken = async (
  work: Work,
  agent: Pick<Agent, 'id' | 'workspace'>,
  { expired_at, ...reach }: Reach,
): Promise<{ secret: string; token_ending: string }> => {
  const until = expired_at ? endOfDay(expired_at, work.viewer.timezone) : null
  if (until !== null && Date.parse(until) <= Date.now())
    failFields({ expired_at: ['This time has already passed.'] })
  const secret = TOKEN_PREFIX + randomKey(40)
  await insert(work, ApiToken, {
    ...scopesFor(reach),
    label: 'Agent',
    description: '',
    user: agent.id,
    workspace: agent.workspace,
    expired_at: until,
    is_service: true,
    token_hash: hashOf(secret),
  })
  return { secret, token_ending: secret.slice(-4) }
}

const tokensOf = (work: Work, agent: Agent) =>
  locked(work, ApiToken, { user: agent.id, workspace: agent.workspace })

/** The account, membership and token of a program. It has no password, no mail address and no seat. */
export const createAgent = async (
  work: Work,
  workspaceId: string,
  { name, description, owner, projects, ...given }: { name: string } & Fields & Reach,
): Promise<{ agent: Agent; secret: string }> => {
  await judgeOwner(work, workspaceId, owner)
  const id = newId(work, Agent)
  const face = { id, first_name: name, last_name: '', display_name: name, is_bot: true }
  const user = await insert(work, User, face, { announce: false })
  await insert(work, Account, {
    id,
    username: randomBytes(16).toString('hex'),
    is_password_autoset: true,
    password_hash: null,
  })
  await insert(work, Profile, { user: id, is_onboarded: true, is_tour_completed: true })
  await note(work, User, 'create', user, null, [workspaceId])
  await insert(work, WorkspaceMember, { workspace_id: workspaceId, member_id: id, role: MEMBER })
  const { reach, writes_texts, closes_issues, ...ofToken } = given
  const { secret, token_ending } = await giveToken(work, { id, workspace: workspaceId }, ofToken)
  const agent = await insert(work, Agent, {
    ...{ reach, writes_texts, closes_issues },
    id,
    token_ending,
    workspace: workspaceId,
    owner: owner ?? work.viewer.id,
    description: description ?? '',
  })
  if (projects) await setProjects(work, agent, projects)
  return { agent, secret }
}

export const updateAgent = async (
  work: Work,
  agent: Agent,
  {
    name,
    projects,
    scopes,
    ...patch
  }: Fields & { name?: string | undefined; is_active?: boolean | undefined; scopes?: Scope[] | undefined },
): Promise<Agent> => {
  await judgeOwner(work, agent.workspace, patch.owner)
  if (name !== undefined) {
    const user = await lockedOne(work, User, { id: agent.id })
    if (user) await update(work, User, user, { first_name: name, display_name: name })
  }
  if (projects) await setProjects(work, agent, projects)
  if (scopes)
    await updateAll(
      work,
      ApiToken,
      (await tokensOf(work, agent)).map(before => ({ before, patch: scopesFor({ scopes }) })),
    )
  if (patch.is_active === false) await stopAgent(work, agent.id)
  return update(work, Agent, agent, patch)
}

export const renewToken = async (work: Work, agent: Agent, reach: Reach) => {
  await removeAll(work, ApiToken, await tokensOf(work, agent))
  const { secret, ...ending } = await giveToken(work, agent, reach)
  return { agent: await update(work, Agent, agent, ending), secret }
}

export const removeAgent = async (work: Work, agent: Agent): Promise<void> => {
  await takeBack(work, agent.id)
  await leaveProjects(work, agent.id, agent.workspace)
  await removeAll(work, ApiToken, await tokensOf(work, agent))
  const member = await lockedOne(work, WorkspaceMember, {
    workspace_id: agent.workspace,
    member_id: agent.id,
    is_active: true,
  })
  if (member) await update(work, WorkspaceMember, member, { is_active: false })
  await remove(work, Agent, agent)
}
