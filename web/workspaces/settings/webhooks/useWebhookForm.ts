import {
  type Webhook,
  type WebhookEvent,
  type WebhookFormat,
  webhookRoutes,
} from '#contract/workspace/webhooks.ts'
import { call } from '../../../data/client.ts'
import { useFields } from '../../../forms/useForm.ts'
import { allEvents, eventsOf, fieldsFor } from './webhookWords.ts'

/** What a channel is notified of at first: it would drown in the rest. */
const ofChannels: readonly WebhookEvent[] = ['issue', 'issue_comment', 'intake_issue']

/** Events of what belongs to an issue: filters of issues count for these. */
const ofIssues: readonly WebhookEvent[] = ['issue', 'issue_comment', 'attachment', 'link', 'intake_issue']

type Made = Webhook & { secret_key?: string }
type WebhookFormOptions = {
  slug: string
  /** Of one that is made. */
  format?: WebhookFormat
  /** The one that is changed; without, one is made. */
  webhook?: Webhook | undefined
  /** Its answer; of one that was made with the secret, which is shown this once. */
  onDone: (answer: Made) => void
}

/** The fields of a webhook, for a program or for a channel of a chat, and the call that sends them. */
export const useWebhookForm = ({ slug, format = 'json', webhook, onDone }: WebhookFormOptions) => {
  const form = useFields({
    begin: () => ({
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook ? eventsOf(webhook) : format === 'json' ? [...allEvents] : [...ofChannels],
      project_ids: webhook?.project_ids ?? [],
      filters: webhook?.filters ?? '',
    }),
    body: webhookRoutes.create.body,
    send: async ({ events, ...values }, idOf): Promise<Made> => {
      const body = { ...values, ...fieldsFor(events) }
      if (webhook) {
        const params = { ws: slug, webhookId: webhook.id }
        return (await call(webhookRoutes.update, { params, body, mutationId: idOf(body) })).body
      }
      const sent = { ...body, format }
      return (await call(webhookRoutes.create, { params: { ws: slug }, body: sent, mutationId: idOf(sent) }))
        .body
    },
    onDone,
  })
  return { ...form, hasIssues: ofIssues.some(event => form.values.events.includes(event)) }
}
export type WebhookFields = ReturnType<typeof useWebhookForm>
