import { fail, must } from '#contract/errors.ts'
import { Agent, AgentAnswer, agentRoutes } from '#contract/workspace/agents.ts'
import { visible } from '../../db/visible.ts'
import { type Ask, mount } from '../../http/mount.ts'
import type { Server } from '../../http/server.ts'
import { composeAgents } from './agent.queries.ts'
import { createAgent, removeAgent, renewToken, stopAgent, updateAgent } from './agent.service.ts'

const readable = ({ viewer }: Pick<Ask, 'viewer'>) => new Set(Object.keys(viewer.projects))
const presenter = {
  as: AgentAnswer,
  show: async (ask: Pick<Ask, 'trx' | 'viewer'>, row: Agent) =>
    must((await composeAgents(ask.trx, [row], readable(ask)))[0], 'the agent'),
}

export const mountAgents = (server: Server) => {
  const once = async () => fail('apiToken.shownOnce')
  mount(
    server,
    agentRoutes,
    {
      list: async ask => {
        const { trx, viewer, workspaceId } = ask
        const rows: Agent[] = await visible(trx, Agent, viewer)
          .where('workspace', workspaceId)
          .orderBy('created_at')
        return composeAgents(trx, rows, readable(ask))
      },
      create: async ask => {
        const { agent, secret } = await createAgent(ask.work, ask.workspaceId, ask.body)
        return { ...(await presenter.show(ask, agent)), secret }
      },
      update: ({ work, row, body }) => updateAgent(work, row, body),
      renew: async ask => {
        const { agent, secret } = await renewToken(ask.work, ask.row, ask.body)
        return { ...(await presenter.show(ask, agent)), secret }
      },
      stop: ({ work, row }) => stopAgent(work, row.id),
      remove: ({ work, row }) => removeAgent(work, row),
    },
    // Only a digest of the secret is kept: a caller who lost the answer gives the agent a new token.
    { presenter, again: { create: once, renew: once } },
  )
}
