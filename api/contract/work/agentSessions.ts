/** The work of an agent on an issue: a session, its steps, its question, and the way back. */
import { z } from 'zod'
import { belongsToIssue, ofIssue } from '../belongs.ts'
import { audit, blankable, datetime, entity, id, revision, route, text } from '../define.ts'
import { Issue } from './issues.ts'

export const sessionStates = ['working', 'waiting', 'finished', 'failed', 'stopped'] as const
export type SessionState = (typeof sessionStates)[number]

export const AgentSession = entity({
  name: 'agent_session',
  table: 'agent_sessions',
  ...belongsToIssue,
  shape: {
    id,
    ...audit,
    ...ofIssue,
    agent: id,
    /** For whom it works: who delegated the issue to it, or the person in charge. */
    person: id.nullable(),
    state: z.enum(sessionStates),
    /** While it waits for an answer. */
    question: z.string(),
    choices: z.array(z.string()),
    /** What it said at its end. */
    said: z.string(),
    step_count: z.number().int(),
    ended_at: datetime.nullable(),
    /** Who took back what it did. */
    undone_by: id.nullable(),
    ...revision,
  },
})
export type AgentSession = z.infer<typeof AgentSession.schema>

export const AgentStep = entity({
  name: 'agent_step',
  table: 'agent_steps',
  ...belongsToIssue,
  shape: {
    id,
    ...audit,
    ...ofIssue,
    session: id,
    /** An `answer` is a person's, to the agent's question. */
    kind: z.enum(['step', 'answer']),
    text: z.string(),
    detail: z.string(),
    /** How long it took. */
    seconds: z.number().int().nullable(),
    ...revision,
  },
})
export type AgentStep = z.infer<typeof AgentStep.schema>

export const SessionAnswer = z.object({ ...AgentSession.schema.shape, steps: z.array(AgentStep.schema) })

export const MAX_STEPS = 200
const line = text(500)
const p = '/api/workspaces/:ws/projects/:p' as const
const ofOne = { in: 'project', target: Issue, param: 'issueId' } as const
const one = { in: 'project', target: AgentSession, param: 'agentSessionId' } as const
const path = `${p}/issues/:issueId/agent-sessions/` as const

export const agentSessionRoutes = {
  list: route({
    ...ofOne,
    method: 'GET',
    path,
    action: 'issue.read',
    answer: z.array(SessionAnswer),
    summary: 'The sessions of agents on an issue, the oldest first, with their steps.',
  }),
  open: route({
    ...ofOne,
    method: 'POST',
    path,
    action: 'agentSession.open',
    creates: AgentSession,
    body: z.object({ text: line.optional() }),
    status: 201,
    answer: SessionAnswer,
    summary:
      'An agent begins to work on an issue. What it writes from then on, by calls with `X-Agent-Session` or while it has no other session, is part of it. A session that is open is gone on with.',
  }),
  addStep: route({
    ...one,
    method: 'POST',
    path: `${path}:agentSessionId/steps/`,
    action: 'agentSession.own',
    creates: AgentStep,
    body: z.object({
      text: line,
      detail: blankable(4000).default(''),
      seconds: z.number().int().min(0).max(1_000_000).nullable().default(null),
    }),
    status: 201,
    answer: AgentStep.schema,
    summary: 'Adds a step of the work; an agent that asked a question and goes on is working again.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${path}:agentSessionId/`,
    action: 'agentSession.own',
    body: z.object({
      state: z.enum(['working', 'waiting', 'finished', 'failed']),
      question: blankable(1000).optional(),
      choices: z.array(text(80)).max(3).optional(),
      said: blankable(2000).optional(),
    }),
    answer: SessionAnswer,
    summary: 'An agent asks a question (`waiting`), ends (`finished`, `failed`) or goes on (`working`).',
  }),
  answer: route({
    ...one,
    method: 'POST',
    path: `${path}:agentSessionId/answer/`,
    action: 'issue.comment',
    body: z.object({ text: text(2000) }),
    answer: SessionAnswer,
    summary: 'Answers an agent’s question, so that it goes on working.',
  }),
  stop: route({
    ...one,
    method: 'POST',
    path: `${path}:agentSessionId/stop/`,
    action: 'issue.updateFields',
    answer: SessionAnswer,
    summary: 'Stops an agent’s session.',
  }),
  undo: route({
    ...one,
    method: 'POST',
    path: `${path}:agentSessionId/undo/`,
    action: 'issue.updateFields',
    answer: SessionAnswer.extend({
      /** Rows that are as they were before, and those that were left: changed since, gone, or not the caller's to change. */
      restored: z.number().int(),
      left: z.number().int(),
    }),
    summary:
      'Takes back, as one, the values, texts, comments, links and issues that an agent wrote in a session that has ended. What others have changed since stays.',
  }),
}
