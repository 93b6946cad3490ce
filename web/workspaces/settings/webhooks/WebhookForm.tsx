import { useState } from 'react'
import {
  type Webhook,
  type WebhookEvent,
  type WebhookFormat,
  webhookFormats,
  webhookRoutes,
} from '#contract/workspace/webhooks.ts'
import { call } from '../../../data/client.ts'
import { useFields } from '../../../forms/useForm.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { ShownOnce } from '../../../ui/popups/ShownOnce.tsx'
import { ProjectsField } from '../ProjectsField.tsx'
import { FiltersField } from './FiltersField.tsx'
import { allEvents, eventNames, eventsOf, fieldsFor, formatNames } from './webhookWords.ts'

/** What a channel is told of at first: it would drown in the rest. */
const ofChannels: readonly WebhookEvent[] = ['issue', 'issue_comment', 'intake_issue']

/** Events of what belongs to an issue. */
const ofIssues: readonly WebhookEvent[] = ['issue', 'issue_comment', 'attachment', 'link', 'intake_issue']

const hints: Partial<Record<WebhookFormat, string>> = {
  slack: 'The address of an incoming webhook of the channel. It is a secret and is not shown again.',
  discord: 'The webhook address of the channel. It is a secret and is not shown again.',
  mattermost: 'The address of an incoming webhook of the channel. It is a secret and is not shown again.',
  teams:
    'The address of a workflow that begins with a webhook request. It is a secret and is not shown again.',
}

type EventsProps = { value: readonly WebhookEvent[]; onChange: (events: WebhookEvent[]) => void }

const EventsField = ({ value, onChange }: EventsProps) => {
  const isAll = value.length === allEvents.length
  const [isChosen, setChosen] = useState(!isAll)
  return (
    <div>
      <p className="mb-1.5 font-medium">Events</p>
      <Segmented
        label="Events"
        className="w-fit"
        parts={[
          { id: 'all', label: 'Everything' },
          { id: 'chosen', label: 'Chosen' },
        ]}
        value={isChosen ? 'chosen' : 'all'}
        onChange={next => {
          setChosen(next === 'chosen')
          if (next === 'all') onChange([...allEvents])
        }}
      />
      {isChosen && (
        <div className="mt-2 grid grid-cols-3 gap-x-3 max-md:grid-cols-2">
          {allEvents.map(event => (
            <Checkbox
              key={event}
              label={eventNames[event]}
              checked={value.includes(event)}
              onChange={isOn => onChange(isOn ? [...value, event] : value.filter(one => one !== event))}
              className="h-7 max-md:h-11"
            >
              {eventNames[event]}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  )
}

type WebhookFormProps = {
  slug: string
  /** The one that is changed; without, one is made. */
  webhook?: Webhook
  onMade?: (id: string) => void
  onClose: () => void
}

/** Where and what a webhook sends. */
export const WebhookForm = ({ slug, webhook, onMade, onClose }: WebhookFormProps) => {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useFields({
    begin: () => ({
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      format: webhook?.format ?? ('json' as WebhookFormat),
      events: webhook ? eventsOf(webhook) : [...allEvents],
      project_ids: webhook?.project_ids ?? [],
      filters: webhook?.filters ?? '',
    }),
    body: webhookRoutes.create.body,
    send: async ({ events, format, ...values }, idOf): Promise<Webhook & { secret_key?: string }> => {
      const body = { ...values, ...fieldsFor(events) }
      if (webhook) {
        const params = { ws: slug, webhookId: webhook.id }
        return (await call(webhookRoutes.update, { params, body, mutationId: idOf(body) })).body
      }
      const sent = { ...body, format }
      return (await call(webhookRoutes.create, { params: { ws: slug }, body: sent, mutationId: idOf(sent) }))
        .body
    },
    onDone: answer => {
      if (!answer.secret_key) return onClose()
      onMade?.(answer.id)
      // Of a chat nobody checks a signature.
      if (answer.format === 'json') setSecret(answer.secret_key)
      else onClose()
    },
  })
  const { format, events, project_ids } = form.values
  if (secret)
    return (
      <ShownOnce
        title="Copy it now"
        text="We show this secret once. The receiver proves with it that a delivery is ours."
        what="Secret"
        secret={secret}
        onClose={onClose}
      />
    )
  const choose = (next: WebhookFormat) =>
    form.set({ format: next, events: next === 'json' ? [...allEvents] : [...ofChannels] })
  return (
    <Dialog
      open
      wide="form"
      sheet
      onOpenChange={open => !open && !form.isDirty && onClose()}
      title={webhook ? 'Change webhook' : 'New webhook'}
      text="What you may see is sent, and nothing that is yours alone."
      actions={
        <>
          <Button variant="neutral" size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" size="large" keys="mod+enter" busy={form.isBusy} onClick={form.submit}>
            {webhook ? 'Save' : 'Create webhook'}
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        {!webhook && (
          <div>
            <p className="mb-1.5 font-medium">Receiver</p>
            <Segmented
              label="Receiver"
              className="w-fit max-w-full flex-wrap!"
              parts={webhookFormats.map(id => ({ id, label: formatNames[id] }))}
              value={format}
              onChange={choose}
            />
          </div>
        )}
        <Field label="Address" error={form.errors.url} hint={hints[format]}>
          <TextInput {...form.input('url')} required autoComplete="off" placeholder="https://" />
        </Field>
        <Field label="Name" error={form.errors.name}>
          <TextInput {...form.input('name')} autoComplete="off" />
        </Field>
        <EventsField key={format} value={events} onChange={next => form.set({ events: next })} />
        <div>
          <p className="mb-1.5 font-medium">Projects</p>
          <ProjectsField value={project_ids} onChange={next => form.set({ project_ids: next })} />
          <p className="mt-1.5 text-12 text-ink-3">
            None chosen means all{format === 'json' ? ' that you are in' : ' that every member may see'}.
          </p>
        </div>
        {ofIssues.some(event => events.includes(event)) && (
          <div>
            <p className="mb-1.5 font-medium">Issues</p>
            <FiltersField begin={webhook?.filters ?? ''} onChange={filters => form.set({ filters })} />
          </div>
        )}
        {form.general && (
          <p role="alert" className="text-12 text-danger">
            {form.general}
          </p>
        )}
      </form>
    </Dialog>
  )
}
