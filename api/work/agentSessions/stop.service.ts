import { AgentSession } from '#contract/work/agentSessions.ts'
import { locked } from '../../db/locked.ts'
import { updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

/** Ends sessions that are open; one that has ended stays as it ended. */
export const endSessions = (
  work: Work,
  sessions: AgentSession[],
  end: { state: 'finished' | 'failed' | 'stopped'; said?: string | undefined },
): Promise<AgentSession[]> =>
  updateAll(
    work,
    AgentSession,
    sessions.map(before => ({
      before,
      patch: before.ended_at === null ? { ...end, question: '', choices: [], ended_at: work.now } : {},
    })),
  )

/** Whoever takes an issue back from an agent stops its work there. */
export const stopTakenBack = async (work: Work, taken: { issue: string; agent: string }[]): Promise<void> => {
  if (taken.length === 0) return
  const open = await locked(work, AgentSession, rows =>
    rows
      .whereNull('ended_at')
      .whereRaw(
        '(issue, agent) in (select issue, agent from jsonb_to_recordset(?) as t(issue uuid, agent uuid))',
        [JSON.stringify(taken)],
      ),
  )
  await endSessions(work, open, { state: 'stopped' })
}
