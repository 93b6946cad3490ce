import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Agent, AgentAnswer, AgentBounds, AgentToken } from '#contract/workspace/agents.ts'

type Facts = AgentBounds & {
  id: string
  name: string
  projects: string[]
  token: z.infer<typeof AgentToken> | null
  sessions: number
  questions: number
}

/** Agents with what is beside their rows; of projects only those that their reader is in. */
export const composeAgents = async (
  trx: Knex,
  rows: Agent[],
  readable: ReadonlySet<string>,
): Promise<AgentAnswer[]> => {
  if (rows.length === 0) return []
  const { rows: facts } = await trx.raw<{ rows: Facts[] }>(
    `select g.id, g.reach, g.writes_texts, g.closes_issues, u.display_name as name,
            coalesce((select jsonb_agg(m.project order by m.created_at) from project_members m join projects p on p.id = m.project
               where m.member = g.id and m.is_active and p.deleted_at is null), '[]') as projects,
            (select jsonb_build_object('ending', g.token_ending, 'scopes', t.scopes, 'is_read_only', t.is_read_only,
                      'last_used', t.last_used, 'expired_at', t.expired_at)
               from api_tokens t where t."user" = g.id and t.deleted_at is null order by t.created_at desc limit 1) as token,
            (select count(*)::int from agent_sessions s
              where s.agent = g.id and s.created_at > now() - interval '7 days') as sessions,
            (select count(*)::int from agent_steps s join agent_sessions o on o.id = s.session
              where o.agent = g.id and s.kind = 'answer' and s.created_at > now() - interval '7 days') as questions
       from agents g join users u on u.id = g.id where g.id = any(?)`,
    [rows.map(row => row.id)],
  )
  const of = new Map(facts.map(fact => [fact.id, fact]))
  return rows.map(row => {
    const { projects, token, ...facts } = of.get(row.id)!
    const time = (at: string | null) => at && new Date(at).toISOString()
    return {
      ...row,
      ...facts,
      projects: projects.filter(id => readable.has(id)),
      token: token && { ...token, last_used: time(token.last_used), expired_at: time(token.expired_at) },
    }
  })
}

/** The project memberships of an agent. */
export const projectsOf = (trx: Knex, agentId: string): Promise<string[]> =>
  trx('project_members').where({ member: agentId, is_active: true }).pluck('project')

export const isPersonHere = async (trx: Knex, workspaceId: string, userId: string): Promise<boolean> =>
  (await trx('workspace_members as m')
    .join('users as u', 'u.id', 'm.member_id')
    .where({ 'm.workspace_id': workspaceId, 'm.member_id': userId, 'm.is_active': true, 'u.is_bot': false })
    .first('m.id')) !== undefined
