import { fail, must } from '#contract/errors.ts'
import { AgentSession, AgentStep, agentSessionRoutes, SessionAnswer } from '#contract/work/agentSessions.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import {
  addStep,
  answerSession,
  changeSession,
  openSession,
  openSessionOf,
  withSteps,
} from './session.service.ts'
import { endSessions } from './stop.service.ts'
import { undoSession } from './undo.service.ts'

type Asking = Pick<Ask, 'trx' | 'viewer'>
const show = async ({ trx, viewer }: Asking, session: AgentSession) =>
  must((await withSteps(trx, viewer, [session]))[0], 'the session')

export const mountAgentSessions = (server: Server) =>
  mount(
    server,
    agentSessionRoutes,
    {
      list: async ({ trx, viewer, row }) => {
        const rows: AgentSession[] = await visible(trx, AgentSession, viewer)
          .where('issue', row.id)
          .orderBy(['created_at', 'id'])
        return withSteps(trx, viewer, rows)
      },
      open: ({ work, row, body }) => openSession(work, row, body.text),
      addStep: ({ work, row, body }) => addStep(work, row, body),
      update: ({ work, row, body }) => changeSession(work, row, body),
      answer: ({ work, row, body }) => answerSession(work, row, body.text),
      stop: async ({ work, row }) => (await endSessions(work, [row], { state: 'stopped' }))[0]!,
      undo: async ask => {
        const { session, restored, left } = await undoSession(ask.work, ask.row)
        return { ...(await show(ask, session)), restored, left }
      },
    },
    {
      presenter: { as: SessionAnswer, show },
      part: { as: AgentStep.schema, show: async (_, row: AgentStep) => row },
      again: {
        // Its id is the call's only where the call has made it: one that was open was gone on with.
        open: async ask =>
          show(
            ask,
            ask.row ?? (await openSessionOf(ask.trx, ask.viewer, ask.params.issueId)) ?? fail('row.notFound'),
          ),
        undo: async ask => ({ ...(await show(ask, ask.row)), restored: 0, left: 0 }),
      },
    },
  )
