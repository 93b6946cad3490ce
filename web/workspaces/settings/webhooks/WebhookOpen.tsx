import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '#contract/messageOf.ts'
import { type Webhook, webhookRoutes } from '#contract/workspace/webhooks.ts'
import { call } from '../../../data/client.ts'
import { mutate } from '../../../data/mutate.ts'
import { useRow, useRows } from '../../../data/rows.ts'
import { saving } from '../../../settings/saving.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/marks/Banner.tsx'
import { Answers } from '../../../ui/popups/Answers.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { ShownOnce } from '../../../ui/popups/ShownOnce.tsx'
import { toast } from '../../../ui/popups/Toast.tsx'
import { Deliveries } from './Deliveries.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { nameOf, onDay, placeOfWebhook, sendsText, whyOff } from './webhookWords.ts'

type FactProps = { label: string; children: ReactNode; act: string; danger?: boolean; onAct: () => void }

const Fact = ({ label, children, act, danger, onAct }: FactProps) => (
  <div className="grid min-h-7 grid-cols-[132px_minmax(0,1fr)_auto] items-center gap-x-3 max-md:grid-cols-[72px_minmax(0,1fr)_auto]">
    <span className="text-ink-3">{label}</span>
    <span className="cut max-md:whitespace-normal">{children}</span>
    <Button
      size="small"
      variant={danger ? 'danger' : 'quiet'}
      className="-mr-2 text-13! max-md:mr-0 max-md:h-11"
      onClick={onAct}
    >
      {act}
    </Button>
  </div>
)

type OpenProps = { webhook: Webhook; slug: string }

const Secret = ({ webhook, slug, onClose }: OpenProps & { onClose: () => void }) => {
  const [secret, setSecret] = useState<string | null>(null)
  const renew = () =>
    void saving(call(webhookRoutes.regenerate, { params: { ws: slug, webhookId: webhook.id } })).then(
      ({ body }) => setSecret(body.secret_key),
      failure => toast.failure(messageOf(failure), { title: 'The secret was not renewed.' }),
    )
  if (secret)
    return (
      <ShownOnce
        title="Copy it now"
        text={`It signs every delivery of ${nameOf(webhook)} from now on. We show it once.`}
        what="Secret"
        secret={secret}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Generate a new secret?"
      text="The present one signs nothing from then on: give the receiver the new one at once."
      actions={
        <Answers onCancel={onClose} onClick={renew}>
          Generate a new secret
        </Answers>
      }
    />
  )
}

const Removal = ({ webhook, slug, onClose }: OpenProps & { onClose: () => void }) => {
  const go = useNavigate()
  const remove = () => {
    onClose()
    void go(placeOfWebhook(webhook.format, slug), { replace: true })
    void saving(
      mutate({
        entity: 'webhook',
        route: webhookRoutes.remove,
        params: { ws: slug, webhookId: webhook.id },
        id: webhook.id,
        patch: {},
        removes: true,
        failure: 'The webhook was not deleted.',
      }),
    )
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`Delete ${nameOf(webhook)}?`}
      text="Nothing more is sent, and its deliveries are gone. This cannot be undone."
      actions={
        <Answers onCancel={onClose} variant="danger" onClick={remove}>
          Delete
        </Answers>
      }
    />
  )
}

/** An open webhook: what it sends, its secret, by whose rights, and its deliveries. */
export const WebhookOpen = ({ webhook, slug }: OpenProps) => {
  const [asked, setAsked] = useState<'form' | 'secret' | 'removal' | null>(null)
  const owner = useRow('user', webhook.owner)
  const names = useRows('project')
    .filter(({ id }) => webhook.project_ids.includes(id))
    .map(({ name }) => name)
  const why = whyOff(webhook)
  const close = () => setAsked(null)
  return (
    <section aria-label={nameOf(webhook)} className="pr-4 pb-2 pl-8.5 max-md:px-2">
      {why && (
        <div className="mb-1">
          <Banner tone="danger">{why} Switch it on once that is mended.</Banner>
        </div>
      )}
      <div>
        <Fact label="Sends" act="Change" onAct={() => setAsked('form')}>
          {sendsText(webhook, names)}
          {webhook.filters && ', filtered'}
        </Fact>
        {/* Of a chat nobody checks a signature. */}
        {webhook.format === 'json' && (
          <Fact label="Secret" act="New secret…" onAct={() => setAsked('secret')}>
            Ends in <code className="font-mono text-12">{webhook.secret_ends}</code>, since{' '}
            {onDay(webhook.secret_at)}
          </Fact>
        )}
        <Fact label="Reads as" act="Delete…" danger onAct={() => setAsked('removal')}>
          {webhook.format === 'json'
            ? `${owner?.display_name ?? 'Nobody'}, except what is private to them`
            : 'Everyone in a project'}
        </Fact>
      </div>
      <Deliveries webhook={webhook} slug={slug} />
      {asked === 'form' && <WebhookForm slug={slug} webhook={webhook} onClose={close} />}
      {asked === 'secret' && <Secret webhook={webhook} slug={slug} onClose={close} />}
      {asked === 'removal' && <Removal webhook={webhook} slug={slug} onClose={close} />}
    </section>
  )
}
