import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { AgentSession, AgentStep, MAX_STEPS } from '#contract/work/agentSessions.ts'
import type { Issue } from '#contract/work/issues.ts'
import { lockedOne } from '../../db/locked.ts'
import { insert, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { entries } from '../activity/catalogue.ts'
import { tell } from '../activity/record.ts'
import { follow } from '../activity/subscribers.ts'
import { belonging, lockIssue } from '../comments/comment.service.ts'
import { endSessions } from './stop.service.ts'

/** Sessions with their steps, both the oldest first. */
export const withSteps = async (trx: Knex, viewer: ServerViewer, sessions: AgentSession[]) => {
  const steps: AgentStep[] = await visible(trx, AgentStep, viewer)
    .whereIn(
      'session',
      sessions.map(({ id }) => id),
    )
    .orderBy(['created_at', 'id'])
  const of = Map.groupBy(steps, step => step.session)
  return sessions.map(session => ({ ...session, steps: of.get(session.id) ?? [] }))
}

const stillOpen = (session: AgentSession) => {
  if (session.ended_at !== null) fail('agentSession.ended')
}

/** The person for whom an agent works on an issue: whoever delegated it last, else the person in charge. */
const personFor = async ({ trx, viewer }: Work, issue: Issue): Promise<string | null> => {
  const found = await trx('issue_activities')
    .where({ issue: issue.id, field: 'delegate', new_identifier: viewer.id })
    .orderBy('created_at', 'desc')
    .first<{ actor: string } | undefined>('actor')
  return found?.actor ?? viewer.owner ?? null
}

const addLine = async (
  work: Work,
  session: AgentSession,
  line: Pick<AgentStep, 'kind' | 'text'> & Partial<Pick<AgentStep, 'detail' | 'seconds'>>,
): Promise<AgentStep> => {
  if (session.step_count >= MAX_STEPS) fail('agentSession.tooManySteps')
  const { issue, issue_created_by, project, workspace } = session
  const step = await insert(work, AgentStep, {
    ...{ issue, issue_created_by, project, workspace },
    ...line,
    session: session.id,
  })
  await update(work, AgentSession, session, {
    step_count: session.step_count + 1,
    ...{ state: 'working' as const, question: '', choices: [] },
  })
  return step
}

/** The session that an agent has open on an issue. */
export const openSessionOf = async (
  trx: Knex,
  viewer: ServerViewer,
  issueId: string,
): Promise<AgentSession | undefined> =>
  visible(trx, AgentSession, viewer).where({ issue: issueId, agent: viewer.id }).whereNull('ended_at').first()

/** An agent begins; one that has begun already goes on. */
export const openSession = async (work: Work, issue: Issue, text?: string): Promise<AgentSession> => {
  const { viewer } = work
  if (!viewer.owner) fail('agentSession.agentsOnly')
  const open = await lockedOne(work, AgentSession, rows =>
    rows.where({ issue: issue.id, agent: viewer.id }).whereNull('ended_at'),
  )
  const session =
    open ??
    (await insert(work, AgentSession, {
      ...belonging(issue),
      agent: viewer.id,
      person: await personFor(work, issue),
    }))
  if (text === undefined) return session
  await addLine(work, session, { kind: 'step', text })
  return (await lockedOne(work, AgentSession, { id: session.id })) ?? session
}

export const addStep = async (
  work: Work,
  session: AgentSession,
  step: Pick<AgentStep, 'text' | 'detail' | 'seconds'>,
): Promise<AgentStep> => {
  stillOpen(session)
  return addLine(work, session, { kind: 'step', ...step })
}

type Patch = {
  state: 'working' | 'waiting' | 'finished' | 'failed'
  question?: string | undefined
  choices?: string[] | undefined
  said?: string | undefined
}

export const changeSession = async (
  work: Work,
  session: AgentSession,
  { state, question = '', choices = [], said }: Patch,
): Promise<AgentSession> => {
  stillOpen(session)
  if (state === 'finished' || state === 'failed')
    return (await endSessions(work, [session], { state, said: said ?? session.said }))[0]!
  if (state === 'working') return update(work, AgentSession, session, { state, question: '', choices: [] })
  if (question === '') fail('agentSession.questionRequired')
  const issue = await lockIssue(work, session.issue)
  // Whoever gave it the work and whoever is in charge of it are informed, and follow what becomes of it.
  const asked = [...new Set([session.person, work.viewer.owner])].flatMap(person => person ?? [])
  await follow(asked.map(person => ({ work, issue, person, again: true })))
  tell(work, issue, entries.agent.asked(question))
  return update(work, AgentSession, session, { state, question, choices })
}

export const answerSession = async (
  work: Work,
  session: AgentSession,
  text: string,
): Promise<AgentSession> => {
  stillOpen(session)
  if (session.state !== 'waiting') fail('agentSession.notWaiting')
  await addLine(work, session, { kind: 'answer', text, detail: session.question })
  return (await lockedOne(work, AgentSession, { id: session.id })) ?? session
}
