import { type ReactNode, useEffect, useRef } from 'react'
import { type Webhook, webhookRoutes } from '#contract/workspace/webhooks.ts'
import { mutate } from '../../../data/mutate.ts'
import { saving } from '../../../settings/saving.ts'
import { classes } from '../../../ui/classes.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { WebhookOpen } from './WebhookOpen.tsx'
import { type Fate, fateOf, nameOf } from './webhookWords.ts'

const looks = {
  plain: { words: 'text-ink-3', icon: null, mark: '' },
  good: { words: 'text-ink-3', icon: 'check', mark: 'text-ok' },
  warn: { words: 'text-warn', icon: 'triangle-alert', mark: '' },
  danger: { words: 'text-danger', icon: 'circle-x', mark: '' },
} as const

type WebhookRowProps = {
  webhook: Webhook
  slug: string
  /** Behind its name. */
  detail: string
  fate?: Fate
  /** Its project, where that has a column. */
  project?: ReactNode
  isOpen: boolean
  onToggle: () => void
}

/** Columns of a channel: what is reported, its project, its last message, its switch. */
export const CHANNEL_GRID = 'grid-cols-[14px_minmax(0,1fr)_176px_168px_28px]'

/** One webhook: where it sends, how that goes, whether it does; its deliveries below it while it is open. */
export const WebhookRow = (props: WebhookRowProps) => {
  const { webhook, slug, detail, fate = fateOf(webhook), project, isOpen, onToggle } = props
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const look = looks[fate.tone]
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
        failure: `${name} was not switched ${is_active ? 'on' : 'off'}.`,
      }),
    )
  return (
    <div ref={row} className={classes('-mx-2', isOpen && 'rounded-control bg-sunken')}>
      <div
        className={classes(
          'relative grid min-h-9 items-center gap-x-3 rounded-control px-2',
          project ? CHANNEL_GRID : 'grid-cols-[14px_minmax(0,1fr)_236px_28px]',
          'max-md:min-h-14 max-md:grid-cols-[14px_minmax(0,1fr)_28px] max-md:py-2',
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
          <span className="cut text-12 text-ink-3 max-md:block">{detail}</span>
        </span>
        {project && (
          <span className="pointer-events-none flex min-w-0 items-center gap-2 max-md:col-start-2 max-md:row-start-2">
            {project}
          </span>
        )}
        <span
          className={classes(
            'num pointer-events-none flex min-w-0 items-center gap-1 text-12 max-md:col-start-2',
            look.words,
          )}
        >
          {look.icon && <Icon name={look.icon} size={14} className={look.mark} />}
          <span className="cut">{fate.text}</span>
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
