import { useEffect, useRef } from 'react'
import { type Webhook, webhookRoutes } from '#contract/workspace/webhooks.ts'
import { mutate } from '../../../data/mutate.ts'
import { saving } from '../../../settings/saving.ts'
import { classes } from '../../../ui/classes.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { WebhookOpen } from './WebhookOpen.tsx'
import { fateOf, formatNames, nameOf } from './webhookWords.ts'

const looks = {
  plain: { words: 'text-ink-3', icon: null },
  warn: { words: 'text-warn', icon: 'triangle-alert' },
  danger: { words: 'text-danger', icon: 'circle-x' },
} as const

type WebhookRowProps = { webhook: Webhook; slug: string; isOpen: boolean; onToggle: () => void }

/** One webhook: where it sends, how that goes, whether it does; its deliveries below it while it is open. */
export const WebhookRow = ({ webhook, slug, isOpen, onToggle }: WebhookRowProps) => {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const { tone, text } = fateOf(webhook)
  const look = looks[tone]
  const name = nameOf(webhook)
  const turn = (is_active: boolean) =>
    void saving(
      mutate({
        entity: 'webhook',
        route: webhookRoutes.update,
        params: { ws: slug, webhookId: webhook.id },
        id: webhook.id,
        patch: { is_active, off_reason: null },
        body: { is_active },
        failure: is_active ? 'The webhook was not switched on.' : 'The webhook was not switched off.',
      }),
    )
  return (
    <div ref={row} className={classes('-mx-2', isOpen && 'rounded-control bg-sunken')}>
      <div
        className={classes(
          'relative grid min-h-9 grid-cols-[14px_minmax(0,1fr)_236px_28px] items-center gap-x-3 rounded-control px-2',
          'max-md:min-h-14 max-md:grid-cols-[14px_minmax(0,1fr)_28px]',
          !isOpen && 'hover:bg-hover',
        )}
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={name}
          onClick={onToggle}
          className="absolute inset-y-0 right-12 left-0 rounded-control"
        />
        <Icon
          name={isOpen ? 'chevron-down' : 'chevron-right'}
          size={14}
          className="pointer-events-none text-ink-3"
        />
        <span className="pointer-events-none flex min-w-0 items-center gap-2 max-md:block">
          <span className="cut flex-none font-medium max-md:block">{name}</span>
          <span className="cut text-12 text-ink-3 max-md:block">
            {webhook.format === 'json' ? webhook.url : `${formatNames[webhook.format]}, ${webhook.url}`}
          </span>
        </span>
        <span
          className={classes(
            'pointer-events-none flex min-w-0 items-center gap-1 text-12 max-md:col-start-2 max-md:row-start-2 max-md:pb-2',
            look.words,
          )}
        >
          {look.icon && <Icon name={look.icon} size={14} />}
          <span className="cut">{text}</span>
        </span>
        <Switch
          checked={webhook.is_active}
          onChange={turn}
          label={`${name} is on`}
          className="max-md:col-start-3 max-md:row-start-1"
        />
      </div>
      {isOpen && <WebhookOpen webhook={webhook} slug={slug} />}
    </div>
  )
}
