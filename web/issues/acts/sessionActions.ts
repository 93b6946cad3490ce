/** What people do about the work of an agent on an issue. */
import { messageOf } from '#contract/messageOf.ts'
import { type AgentSession, agentSessionRoutes } from '#contract/work/agentSessions.ts'
import type { Issue } from '#contract/work/issues.ts'
import { call } from '../../data/client.ts'
import { mutate } from '../../data/mutate.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { paramsOf } from './issueActions.ts'

const one = (issue: Issue, session: AgentSession) => ({
  params: { ...paramsOf(issue), agentSessionId: session.id },
  entity: 'agent_session' as const,
  id: session.id,
})

export const answerAgent = async (issue: Issue, session: AgentSession, text: string): Promise<boolean> => {
  const done = await mutate({
    ...one(issue, session),
    route: agentSessionRoutes.answer,
    body: { text },
    patch: { state: 'working', question: '', choices: [] },
    failure: 'The answer was not sent.',
  })
  return done !== undefined
}

export const stopAgent = (issue: Issue, session: AgentSession) =>
  mutate({
    ...one(issue, session),
    route: agentSessionRoutes.stop,
    patch: { state: 'stopped', question: '', choices: [], ended_at: new Date().toISOString() },
    failure: 'The agent was not stopped.',
  })

/** Takes back what an agent did in a session; nothing shows before the server has found what is still as it left it. */
export const undoSession = async (issue: Issue, session: AgentSession): Promise<void> => {
  try {
    const { params } = one(issue, session)
    const { left } = (await call(agentSessionRoutes.undo, { params })).body
    if (left > 0)
      toast.fact(
        `${left === 1 ? '1 change was' : `${left} changes were`} left: changed since, or not yours to take back.`,
      )
  } catch (failure) {
    toast.failure(messageOf(failure))
  }
}
