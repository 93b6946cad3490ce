import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { RECENT, type Webhook, type WebhookDelivery, webhookRoutes } from '#contract/workspace/webhooks.ts'
import { call } from '../../../data/client.ts'
import { saving } from '../../../settings/saving.ts'
import { useKeys } from '../../../shell/keyboard.ts'
import { Unread } from '../../../shell/list/ReadStatus.tsx'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { sinceText } from '../../../ui/dates/day-words.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Count } from '../../../ui/marks/Count.tsx'
import { RowsSkeleton } from '../../../ui/marks/Skeleton.tsx'
import { toast } from '../../../ui/popups/Toast.tsx'
import { DeliveryOpen } from './DeliveryOpen.tsx'
import { eventText, tookText } from './webhookWords.ts'

const GRID =
  'grid grid-cols-[60px_132px_minmax(0,1fr)_56px_56px_64px] items-center gap-x-3 px-2 max-md:grid-cols-[60px_minmax(0,1fr)_auto]'
type Only = 'all' | 'failed' | 'tests'
type Shown = { rows: readonly WebhookDelivery[]; total: number }

/** The deliveries of a webhook, as far as they are shown; read again when the log says that there are others. */
const useDeliveries = (slug: string, webhook: Webhook, only: Only) => {
  const [shown, setShown] = useState<Shown | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [pages, setPages] = useState(1)
  // An answer that comes late is of a question that was left.
  const asked = useRef(0)
  const load = useCallback(async () => {
    const turn = ++asked.current
    const size = pages * RECENT
    try {
      const { body } = await call(webhookRoutes.deliveries, {
        params: { ws: slug, webhookId: webhook.id },
        query: { per_page: String(size), cursor: `${size}:0:0`, ...(only !== 'all' && { only }) },
      })
      if (asked.current !== turn) return
      setShown({ rows: body.results, total: body.total_results })
      setFailed(false)
    } catch {
      if (asked.current === turn) setFailed(true)
    }
  }, [slug, webhook.id, only, pages])
  const { revision } = webhook
  // biome-ignore lint/correctness/useExhaustiveDependencies: its revision rises with what was delivered
  useEffect(() => {
    void load()
  }, [load, revision])
  return { shown, isFailed, load, more: () => setPages(now => now + 1) }
}

const looks = {
  delivered: { icon: 'check', words: 'text-ok', label: 'Delivered' },
  waiting: { icon: 'clock', words: 'text-ink-3', label: 'Waiting' },
  failed: { icon: 'x', words: 'text-danger', label: 'Not delivered' },
} as const

const lookOf = ({ state, attempts }: WebhookDelivery) =>
  looks[state === 'waiting' && attempts > 0 ? 'failed' : state]

type RowProps = { delivery: WebhookDelivery; isOpen: boolean; onToggle: () => void }

const Row = ({ delivery, isOpen, onToggle }: RowProps) => {
  const { status, state, attempts, about, took_ms, created_at } = delivery
  const look = lookOf(delivery)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={classes(
        GRID,
        'num h-9 w-full text-left max-md:h-11',
        isOpen ? 'rounded-t-control bg-raised' : 'rounded-control hover:bg-hover',
      )}
    >
      <span className={classes('flex items-center gap-1', look.words)}>
        <Icon name={look.icon} size={14} label={look.label} />
        <span className={classes('font-mono text-12', look === looks.delivered && 'text-ink')}>
          {status ?? (attempts > 0 ? '–' : '')}
        </span>
      </span>
      <span className="cut font-mono text-12 max-md:hidden">{eventText(delivery)}</span>
      <span className="cut">
        {about}
        {state === 'failed' && <span className="text-ink-3">, given up</span>}
      </span>
      <span className="text-right text-12 text-ink-3 max-md:hidden">{attempts || ''}</span>
      <span className="text-right text-12 text-ink-3 max-md:hidden">{tookText(took_ms)}</span>
      <span className="text-right text-12 text-ink-3 first-letter:uppercase">{sinceText(created_at)}</span>
    </button>
  )
}

/** Two deliveries as they will be here. */
const Strips = () => (
  <svg
    width="320"
    height="78"
    viewBox="0 0 320 78"
    fill="none"
    aria-hidden="true"
    className="mb-4 max-w-full"
  >
    {[96, 128].map((words, at) => (
      <g key={words} transform={`translate(0 ${at * 42})`} opacity={at === 0 ? 1 : 0.55}>
        <rect width="320" height="36" rx="6" fill="var(--press)" />
        <path d="M24 14l-7 8-4-4" stroke="var(--ok)" strokeWidth="1.5" />
        <rect x="36" y="15" width="24" height="6" rx="3" fill="var(--pr-off)" />
        <rect x="70" y="15" width={words} height="6" rx="3" fill="var(--pr-off)" />
        <rect x="268" y="15" width="40" height="6" rx="3" fill="var(--pr-off)" />
      </g>
    ))}
  </svg>
)

type DeliveriesProps = { webhook: Webhook; slug: string }

/** What was sent, the newest first, each with what was sent and what was answered. */
export const Deliveries = ({ webhook, slug }: DeliveriesProps) => {
  const [only, setOnly] = useState<Only>('all')
  const [openId, setOpen] = useState<string | null>(null)
  const { shown, isFailed, load, more } = useDeliveries(slug, webhook, only)
  const params = { ws: slug, webhookId: webhook.id }
  const test = () =>
    void saving(call(webhookRoutes.test, { params })).then(load, failure =>
      toast.failure(messageOf(failure), { title: 'The test event was not sent.' }),
    )
  const isOn = webhook.is_active
  useKeys({ t: { run: test, label: 'Send test event', group: 'Webhooks' } }, { when: isOn })
  useKeys({ esc: () => setOpen(null) }, { when: openId !== null })
  const sendTest = (variant: 'neutral' | 'primary') => (
    <Button variant={variant} icon="send" keys="t" disabled={!isOn} onClick={test} className="max-md:h-11">
      Send test event
    </Button>
  )
  const isEmpty = shown?.total === 0 && only === 'all'
  return (
    <div className="mt-1" aria-busy={shown === null}>
      <div className="flex min-h-10 flex-wrap items-center gap-2">
        <h4 className="font-medium">Deliveries</h4>
        {shown && <Count value={shown.total.toLocaleString('en-GB')} />}
        <span className="flex-1" />
        {!isEmpty && (
          <>
            <Segmented
              label="Show"
              parts={[
                { id: 'all', label: 'All' },
                {
                  id: 'failed',
                  label: webhook.recent_failed > 0 ? `Failed ${webhook.recent_failed}` : 'Failed',
                },
                { id: 'tests', label: 'Tests' },
              ]}
              value={only}
              onChange={setOnly}
            />
            {sendTest('neutral')}
          </>
        )}
      </div>
      {isFailed && <Unread what="Deliveries" onRetry={() => void load()} className="py-2" />}
      {shown === null && !isFailed && <RowsSkeleton rows={4} />}
      {isEmpty && (
        <div className="flex flex-col items-center gap-1 py-8 text-center">
          <Strips />
          <h5 className="font-semibold text-16">Nothing sent yet</h5>
          <p className="text-ink-2">Every call to this address is listed here, with its response.</p>
          <span className="mt-3">{sendTest('primary')}</span>
        </div>
      )}
      {shown?.total === 0 && only !== 'all' && <p className="py-3 text-ink-3">None.</p>}
      {shown !== null && shown.total > 0 && (
        <>
          <div aria-hidden="true" className={`${GRID} -mx-2 h-7 text-12 text-ink-3 max-md:hidden`}>
            <span>Response</span>
            <span>Event</span>
            <span>About</span>
            <span className="text-right">Try</span>
            <span className="text-right">Took</span>
            <span className="text-right">When</span>
          </div>
          <ul className="-mx-2" aria-label="Deliveries">
            {shown.rows.map(delivery => (
              <li key={delivery.id}>
                <Row
                  delivery={delivery}
                  isOpen={delivery.id === openId}
                  onToggle={() => setOpen(delivery.id === openId ? null : delivery.id)}
                />
                {delivery.id === openId && (
                  <DeliveryOpen delivery={delivery} params={params} isOn={isOn} onSent={load} />
                )}
              </li>
            ))}
          </ul>
          {shown.rows.length < shown.total && (
            <div className="mt-1 flex justify-center">
              <Button onClick={more}>Show more</Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
