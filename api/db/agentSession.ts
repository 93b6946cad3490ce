import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import type { ServerViewer } from './viewer.ts'
import { isUuid } from './visible.ts'

/**
 * The session that a write of an agent is part of: the one that it names, which must be open and its own, else the only one
 * that it has open.
 */
export const agentSessionOf = async (
  trx: Knex,
  { id, workspaces }: ServerViewer,
  named: string,
): Promise<string | null> => {
  const open = trx('agent_sessions')
    .where('agent', id)
    .whereIn('workspace', Object.keys(workspaces))
    .whereNull('ended_at')
    .whereNull('deleted_at')
    .limit(2)
  if (named === '') {
    const ids = (await open.pluck('id')) as string[]
    return ids.length === 1 ? ids[0]! : null
  }
  const [found] = isUuid(named) ? ((await open.where('id', named).pluck('id')) as string[]) : []
  return found ?? fail('agentSession.unknown')
}
