import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Webhook } from '#contract/workspace/webhooks.ts'
import { useLive } from '../../../data/live.ts'
import { useRows } from '../../../data/rows.ts'
import { to } from '../../../places/address.ts'
import { SettingsScreen } from '../../../settings/SettingsScreen.tsx'
import { useKeys } from '../../../shell/keyboard.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/marks/Banner.tsx'
import { RowsSkeleton } from '../../../ui/marks/Skeleton.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookRow } from './WebhookRow.tsx'
import { whyOff } from './webhookWords.ts'

const countText = (webhooks: readonly Webhook[]) => {
  const on = webhooks.filter(({ is_active }) => is_active).length
  const off = webhooks.length - on
  return off === 0 ? `${on} on` : `${on} on, ${off} off`
}

type ListProps = { title?: string; webhooks: readonly Webhook[]; openId: string | undefined }

const List = ({ title, webhooks, openId }: ListProps) => {
  const { slug = '' } = useParams()
  const go = useNavigate()
  if (webhooks.length === 0) return null
  return (
    <section className="mt-4" aria-label={title ?? 'Webhooks'}>
      {title && <h3 className="mb-1 font-medium">{title}</h3>}
      {webhooks.map(webhook => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          slug={slug}
          isOpen={webhook.id === openId}
          onToggle={() =>
            void go(
              webhook.id === openId
                ? to('webhooks', { slug })
                : to('webhook', { slug, webhookId: webhook.id }),
              { replace: true },
            )
          }
        />
      ))}
    </section>
  )
}

/** Other systems and channels that are told of what happens here. */
export const WebhooksScreen = () => {
  const { slug = '', webhookId } = useParams()
  const go = useNavigate()
  const { loads } = useLive()
  const webhooks = useRows('webhook').toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const [isNew, setNew] = useState(false)
  useKeys({ n: { run: () => setNew(true), label: 'New webhook', group: 'Webhooks' } }, { when: !isNew })
  const primary = (
    <Button variant="primary" onClick={() => setNew(true)}>
      New webhook
    </Button>
  )
  const stopped = webhooks.filter(one => one.id !== webhookId && whyOff(one) !== null).slice(0, 3)
  const isMissing = webhookId !== undefined && loads > 0 && !webhooks.some(({ id }) => id === webhookId)
  return (
    <SettingsScreen
      title="Webhooks"
      count={webhooks.length > 0 ? countText(webhooks) : undefined}
      intro="A webhook tells another system what happened here, within a second. Deliveries are kept for 30 days."
      // With none there is one in the middle of the screen.
      primary={webhooks.length > 0 ? primary : undefined}
    >
      {stopped.map(webhook => (
        <div key={webhook.id} className="mt-3">
          <Banner
            tone="danger"
            action={
              <Button
                size="small"
                onClick={() => void go(to('webhook', { slug, webhookId: webhook.id }), { replace: true })}
              >
                Look
              </Button>
            }
          >
            {whyOff(webhook)}
          </Banner>
        </div>
      ))}
      {isMissing && (
        <p role="alert" className="mt-4 text-ink-2">
          This webhook has been deleted.
        </p>
      )}
      <List webhooks={webhooks.filter(({ format }) => format === 'json')} openId={webhookId} />
      <List
        title="Channels"
        webhooks={webhooks.filter(({ format }) => format !== 'json')}
        openId={webhookId}
      />
      {webhooks.length === 0 && loads > 0 && (
        <div className="flex flex-col items-center gap-1 py-12 text-center">
          <h3 className="font-semibold text-16">No webhooks yet</h3>
          <p className="text-ink-2">A program or a channel of a chat can be told of every change.</p>
          <span className="mt-2">{primary}</span>
        </div>
      )}
      {webhooks.length === 0 && loads === 0 && <RowsSkeleton rows={4} />}
      {isNew && (
        <WebhookForm
          slug={slug}
          onMade={id => void go(to('webhook', { slug, webhookId: id }), { replace: true })}
          onClose={() => setNew(false)}
        />
      )}
    </SettingsScreen>
  )
}
