import { type Webhook, WebhookDelivery } from '#contract/workspace/webhooks.ts'
import { insert, newId } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import type { Work } from '../../db/work.ts'
import type { Message } from './chat/lines.ts'
import { VERSION } from './payload.ts'

const bodyFor = (work: Work, { id, format, workspace }: Webhook, who: string, path: string): string => {
  const words = 'This is a test. What happens in Tandem will be told here.'
  if (format !== 'json') {
    const lines = [{ who, name: 'Test event', path, did: [`said: ${words}`] }]
    return JSON.stringify({ title: 'Tandem', path, lines, more: 0 } satisfies Message)
  }
  const actor = { id: work.viewer.id, display_name: who }
  const activity = {
    field: null,
    old_value: null,
    new_value: null,
    old_identifier: null,
    new_identifier: null,
  }
  const place = { webhook_id: id, workspace_id: workspace, project_id: null }
  const told = { created_at: work.now, data: { message: words }, activity: { ...activity, actor } }
  return JSON.stringify({ version: VERSION, event: 'test', action: 'sent', ...place, ...told })
}

/** Leaves a test event among what is to be sent. */
export const queueTest = async (work: Work, webhook: Webhook, { displayName, slugs }: ServerViewer) => {
  const { id, workspace } = webhook
  const slug = Object.keys(slugs).find(name => slugs[name] === workspace) ?? ''
  const body = bodyFor(work, webhook, displayName, `/${slug}`)
  await work.trx('webhook_targets').insert({ webhook: id }).onConflict().ignore()
  const delivery = newId(work, WebhookDelivery)
  return insert(work, WebhookDelivery, {
    id: delivery,
    webhook: id,
    workspace,
    event: 'test',
    action: 'sent',
    about: `Test event by ${displayName}`,
    row_id: delivery,
    is_test: true,
    body,
    bytes: Buffer.byteLength(body),
  })
}
