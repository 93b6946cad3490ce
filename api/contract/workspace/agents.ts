/** Programs as members: an account of their own, a person who answers for each, and a token. */
import { z } from 'zod'
import { audit, blankable, datetime, day, entity, id, revision, route, text, uuid } from '../define.ts'
import { scopes } from '../people/scopes.ts'
import { GUEST, workspaceRole } from '../rules.ts'

const scope = z.enum(scopes)

/** Its id is that of its account (`user`), by which members, assignments and histories name it. */
export const Agent = entity({
  name: 'agent',
  table: 'agents',
  scope: 'workspace',
  place: { workspace: 'workspace' },
  kept: 'snapshot',
  read: workspaceRole(GUEST),
  alters: ({ row }, viewer) => row.id === viewer.id,
  shape: {
    id,
    ...audit,
    workspace: id,
    /** The person in charge: it never has more rights than they have at that moment. */
    owner: id,
    description: z.string(),
    /** One that is switched off is nobody: its token opens nothing. */
    is_active: z.boolean(),
    ...revision,
  },
})
export type Agent = z.infer<typeof Agent.schema>

export const AgentToken = z.object({
  /** The last letters of it. */
  ending: z.string(),
  /** What it may do, as of any API token; bounded by the person in charge all the same. */
  scopes: z.array(scope),
  is_read_only: z.boolean(),
  last_used: datetime.nullable(),
  expired_at: datetime.nullable(),
})
/** How far an agent may go within its token and the rights of the person in charge. */
export const AgentBounds = z.object({
  /** Issues that it may change: those of its projects, or those alone that are delegated to it or that it made. */
  reach: z.enum(['all', 'delegated']),
  /** Descriptions and pages. */
  writes_texts: z.boolean(),
  closes_issues: z.boolean(),
})
export type AgentBounds = z.infer<typeof AgentBounds>
export const AgentAnswer = z.object({
  ...Agent.schema.shape,
  ...AgentBounds.shape,
  name: z.string(),
  projects: z.array(id),
  /** Null where it has none any more. */
  token: AgentToken.nullable(),
  /** Of the last seven days. */
  sessions: z.number().int(),
  questions: z.number().int(),
})
export type AgentAnswer = z.infer<typeof AgentAnswer>
/** With the secret, which is shown this once. */
export const AgentSecret = z.object({ ...AgentAnswer.shape, secret: z.string() })

export const MAX_AGENT_NAME = 80
export const MAX_AGENT_DESCRIPTION = 255
const tokenFields = {
  expired_at: z
    .union([day, z.iso.datetime({ offset: true })])
    .nullable()
    .optional(),
  scopes: z.array(scope).min(1).max(scopes.length).optional(),
  /** Without `scopes`: short for `all:read`. */
  is_read_only: z.boolean().optional(),
}
const fields = {
  description: blankable(MAX_AGENT_DESCRIPTION).optional(),
  owner: uuid.optional(),
  projects: z.array(uuid).max(100).optional(),
  ...AgentBounds.partial().shape,
}
const ws = '/api/workspaces/:ws' as const
const one = { in: 'workspace', token: false, target: Agent, param: 'agentId' } as const

export const agentRoutes = {
  list: route({
    method: 'GET',
    path: `${ws}/agents/`,
    action: 'agent.manage',
    in: 'workspace',
    answer: z.array(AgentAnswer),
    summary: 'The agents of the workspace, with what is known of their tokens and of their last seven days.',
  }),
  create: route({
    method: 'POST',
    path: `${ws}/agents/`,
    action: 'agent.manage',
    in: 'workspace',
    token: false,
    creates: Agent,
    body: z.object({ name: text(MAX_AGENT_NAME), ...fields, ...tokenFields }),
    status: 201,
    answer: AgentSecret,
    summary:
      'Makes an agent: a member that is a program, with its token, which is shown this once. `owner` is in charge of it, the caller unless given.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${ws}/agents/:agentId/`,
    action: 'agent.manage',
    body: z.object({
      name: text(MAX_AGENT_NAME).optional(),
      ...fields,
      is_active: z.boolean().optional(),
      scopes: tokenFields.scopes,
    }),
    answer: AgentAnswer,
    summary: 'Changes an agent, its person in charge or its projects, or switches it off and on.',
  }),
  renew: route({
    ...one,
    method: 'POST',
    path: `${ws}/agents/:agentId/token/`,
    action: 'agent.manage',
    body: z.object(tokenFields),
    status: 201,
    answer: AgentSecret,
    summary: 'Gives the agent a new token, which is shown this once; the one before ends at once.',
  }),
  stop: route({
    ...one,
    method: 'POST',
    path: `${ws}/agents/:agentId/stop/`,
    action: 'agent.manage',
    summary: 'Stops everything that the agent is working on.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${ws}/agents/:agentId/`,
    action: 'agent.manage',
    summary: 'Ends an agent: its token, its memberships, and what is delegated to it. What it did stays.',
  }),
}
