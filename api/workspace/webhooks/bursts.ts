/** Messages of chats wait for half a minute: what happens in a project meanwhile is known by one. */
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import type { Line, Message } from './chat/lines.ts'
import { joined } from './chat/message.ts'

export const BURST_SECONDS = 30

export type Burst = {
  webhook: string
  workspace: string
  project: string | null
  event: string
  action: string
  title: string
  path: string
  line: Line
}

type Kept = { id: string; body: string }

// Under lock, and only one that nobody begins to send: its sender waits for this transaction and then sends the whole.
const openBurst = async (trx: Knex, { webhook, row_id }: { webhook: string; row_id: string }) =>
  trx('webhook_deliveries')
    .where({ webhook, row_id, state: 'waiting', attempts: 0, is_test: false })
    .where('next_at', '>', trx.fn.now())
    .forUpdate()
    .skipLocked()
    .first<Kept | undefined>('id', 'body')

const aboutOf = ({ title, lines, more }: Message) => {
  const count = lines.length + more
  return count === 1 ? lines[0]!.name : `${title}: ${count} things`
}

/** Adds what happened to the messages that wait, and begins those that do not. */
export const addToBursts = async (trx: Knex, bursts: readonly Burst[]): Promise<void> => {
  const groups = Map.groupBy(bursts, ({ webhook, project }) => `${webhook} ${project}`)
  for (const group of groups.values()) {
    const { webhook, workspace, project, title, path, event, action } = group[0]!
    const row_id = project ?? workspace
    const open = await openBurst(trx, { webhook, row_id })
    const begun: Message = open ? (JSON.parse(open.body) as Message) : { title, path, lines: [], more: 0 }
    const message = group.reduce((held, { line }) => joined(held, line), begun)
    const body = JSON.stringify(message)
    const shown = { body, about: aboutOf(message), bytes: Buffer.byteLength(body) }
    if (open) await trx('webhook_deliveries').where('id', open.id).update(shown)
    else
      await trx('webhook_deliveries').insert({
        ...{ id: v7(), webhook, workspace, project, event, action, row_id, ...shown },
        next_at: trx.raw('now() + make_interval(secs => ?)', [BURST_SECONDS]),
      })
  }
}
