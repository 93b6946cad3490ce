import { v7 } from 'uuid'
import { senders } from '../../api/contract/people/notifications.ts'
import { notifier } from '../../api/jobs/notify.ts'
import { until } from './live.ts'
import type { TestServer } from './server.ts'

let seq = 0

/** A notification of an issue, as if its receiver had been notified of something. */
export const notified = async (
  server: Pick<TestServer, 'db'>,
  receiver: string,
  issueId: string,
  fields: Record<string, unknown> = {},
): Promise<string> => {
  const issue = (await server.db('issues').where('id', issueId).first()) as Record<string, string>
  const id = v7()
  seq += 1
  await server.db('notifications').insert({
    id,
    workspace: issue.workspace_id,
    project: issue.project_id,
    receiver,
    entity_name: 'issue',
    entity_identifier: issue.id,
    entity_created_by: issue.created_by,
    sender: senders.subscribed,
    title: 'updated the priority to',
    verb: 'updated',
    field: 'priority',
    old_value: 'none',
    new_value: 'high',
    epoch: 0,
    // Far behind what a reader of the log comes to.
    seq: 1_000_000_000 + seq,
    ...fields,
  })
  return id
}

/** Everything that was written in a workspace so far has been reported. */
export const allTold = ({ db }: Pick<TestServer, 'db'>, workspace: string) =>
  until(async () => {
    const { seq } = (await db('change_counters').where('scope_id', workspace).first()) as { seq: number }
    const at = await db('readers').where({ name: notifier.name, workspace }).first('seq')
    return at?.seq === seq
  })
