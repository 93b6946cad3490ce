import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import type { Webhook } from '#contract/workspace/webhooks.ts'
import { useLive } from '../../../data/live.ts'
import { useRows } from '../../../data/rows.ts'
import { to } from '../../../places/address.ts'
import { SettingsScreen } from '../../../settings/SettingsScreen.tsx'
import { useKeys } from '../../../shell/keyboard.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { RowsSkeleton } from '../../../ui/marks/Skeleton.tsx'
import { Stopped } from './Stopped.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookRow } from './WebhookRow.tsx'
import { placeOfWebhook } from './webhookWords.ts'

const countText = (webhooks: readonly Webhook[]) => {
  const on = webhooks.filter(({ is_active }) => is_active).length
  const off = webhooks.length - on
  return off === 0 ? `${on} on` : `${on} on, ${off} off`
}

/** Other systems that are notified of what happens here; the channels of chats are under the integrations. */
export const WebhooksScreen = () => {
  const { slug = '', webhookId } = useParams()
  const go = useNavigate()
  const { loads } = useLive()
  const all = useRows('webhook').toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const webhooks = all.filter(({ format }) => format === 'json')
  const [isNew, setNew] = useState(false)
  useKeys({ n: { run: () => setNew(true), label: 'New webhook', group: 'Webhooks' } }, { when: !isNew })
  const open = all.find(({ id }) => id === webhookId)
  if (open && open.format !== 'json')
    return <Navigate to={placeOfWebhook(open.format, slug, open.id)} replace />
  const show = (id?: string) => void go(placeOfWebhook('json', slug, id), { replace: true })
  const primary = (
    <Button variant="primary" onClick={() => setNew(true)} className="max-md:h-11">
      New webhook
    </Button>
  )
  return (
    <SettingsScreen
      title="Webhooks"
      count={webhooks.length > 0 ? countText(webhooks) : undefined}
      intro="A webhook tells another system what happened here, within a second. Deliveries are kept for 30 days."
      // With none there is one in the middle of the screen.
      primary={webhooks.length > 0 ? primary : undefined}
    >
      <Stopped webhooks={webhooks.filter(({ id }) => id !== webhookId)} slug={slug} />
      {webhookId && loads > 0 && !open && (
        <p role="alert" className="mt-4 text-ink-2">
          This webhook has been deleted.
        </p>
      )}
      {webhooks.length > 0 && (
        <section className="mt-4" aria-label="Webhooks">
          {webhooks.map(webhook => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              slug={slug}
              detail={webhook.url}
              isOpen={webhook.id === webhookId}
              onToggle={() => show(webhook.id === webhookId ? undefined : webhook.id)}
            />
          ))}
        </section>
      )}
      {webhooks.length === 0 && loads > 0 && (
        <div className="flex flex-col items-center gap-1 py-12 text-center">
          <h3 className="font-semibold text-16">No webhooks yet</h3>
          <p className="text-ink-2">
            A program can be told of every change. For a channel of a chat there are{' '}
            <Link to={to('integrations', { slug })} className="underline underline-offset-2 hover:text-ink">
              integrations
            </Link>
            .
          </p>
          <span className="mt-2">{primary}</span>
        </div>
      )}
      {webhooks.length === 0 && loads === 0 && <RowsSkeleton rows={4} />}
      {isNew && <WebhookForm slug={slug} onMade={show} onClose={() => setNew(false)} />}
    </SettingsScreen>
  )
}
