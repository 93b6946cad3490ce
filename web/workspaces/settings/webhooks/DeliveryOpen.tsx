import { useEffect, useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { type WebhookDelivery, type WebhookTry, webhookRoutes } from '#contract/workspace/webhooks.ts'
import { type Answer, call } from '../../../data/client.ts'
import { saving } from '../../../settings/saving.ts'
import { useKeys } from '../../../shell/keyboard.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { copyText } from '../../../ui/copy.ts'
import { clockText } from '../../../ui/dates/day-words.ts'
import { Skeleton } from '../../../ui/marks/Skeleton.tsx'
import { toast } from '../../../ui/popups/Toast.tsx'
import { bytesText, outcomeText, tookText } from './webhookWords.ts'

type Whole = Answer<typeof webhookRoutes.delivery>['body']
type Part = 'payload' | 'headers' | 'response'

/** Longer ones are shown without their colours: each colour is an element. */
const MOST_COLOURED = 20_000
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?\b|true|false|null/g

const laidOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const Coloured = ({ text }: { text: string }) => {
  if (text.length > MOST_COLOURED) return text
  const parts = []
  let at = 0
  for (const found of text.matchAll(TOKENS)) {
    const [token, word, colon] = found
    parts.push(text.slice(at, found.index))
    const shown = word ?? token
    const colour = colon ? 'text-(--syn-key)' : word ? 'text-(--syn-str)' : 'text-(--syn-num)'
    parts.push(
      <span key={found.index} className={colour}>
        {shown}
      </span>,
      colon,
    )
    at = found.index + token.length
  }
  return [...parts, text.slice(at)]
}

const inMinutes = (moment: string) => {
  const minutes = Math.round((Date.parse(moment) - Date.now()) / 60_000)
  if (minutes < 1) return 'in a moment'
  if (minutes < 60) return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

const sentence = (delivery: WebhookDelivery) => {
  const { state, attempts, next_at } = delivery
  if (state === 'delivered') return 'Delivered.'
  if (state === 'failed') return `${outcomeText(delivery)}. Given up.`
  const next = `${clockText(new Date(next_at))}, ${inMinutes(next_at)}`
  return attempts === 0 ? `It will be sent at ${next}.` : `${outcomeText(delivery)}. Next try at ${next}.`
}

const tryText = ({ at, status, said, ms }: WebhookTry) =>
  `${clockText(new Date(at))} ${status ?? said?.toLowerCase() ?? ''} after ${tookText(ms)}`

const textOf = (whole: Whole, part: Part): string => {
  const last = whole.tries.at(-1)
  if (part === 'payload') return laidOut(whole.body)
  if (part === 'headers')
    return Object.entries(whole.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  if (!last) return 'Nothing yet.'
  const head = last.status === null ? (last.said ?? '') : `${last.status}  ${last.type}`
  return [head, laidOut(last.answer)].filter(Boolean).join('\n\n')
}

type DeliveryOpenProps = {
  delivery: WebhookDelivery
  params: { ws: string; webhookId: string }
  isOn: boolean
  onSent: () => Promise<void>
}

/** One delivery: what became of it, each try, what was sent and what was answered. */
export const DeliveryOpen = ({ delivery, params, isOn, onSent }: DeliveryOpenProps) => {
  const [whole, setWhole] = useState<Whole | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [part, setPart] = useState<Part>('payload')
  const { id, revision, attempts } = delivery
  const { ws, webhookId } = params
  // biome-ignore lint/correctness/useExhaustiveDependencies: tries raise them
  useEffect(() => {
    let isLeft = false
    call(webhookRoutes.delivery, { params: { ws, webhookId, deliveryId: id } }).then(
      ({ body }) => isLeft || setWhole(body),
      () => isLeft || setFailed(true),
    )
    return () => {
      isLeft = true
    }
  }, [ws, webhookId, id, revision, attempts])
  const again = () =>
    void saving(call(webhookRoutes.resend, { params: { ...params, deliveryId: id } })).then(onSent, failure =>
      toast.failure(messageOf(failure), { title: 'It was not sent again.' }),
    )
  useKeys({ r: { run: again, label: 'Send again', group: 'Webhooks' } }, { when: isOn })
  const text = whole && textOf(whole, part)
  return (
    <div className="mb-1 rounded-b-control bg-raised px-2 pt-1 pb-2">
      <div className="flex min-h-9 items-center gap-2 pl-1">
        <span className="min-w-0 flex-1">{sentence(delivery)}</span>
        <Button
          variant="neutral"
          icon="rotate-cw"
          keys="r"
          disabled={!isOn}
          onClick={again}
          className="max-md:h-11"
        >
          Send again
        </Button>
      </div>
      {whole && whole.tries.length > 0 && (
        <ul aria-label="Tries" className="num flex min-h-6 flex-wrap gap-x-4 px-1 text-12 text-ink-3">
          {whole.tries.map(one => (
            <li key={one.id}>{tryText(one)}</li>
          ))}
        </ul>
      )}
      <div className="my-2 flex items-center">
        <Segmented
          label="Shown"
          parts={[
            { id: 'payload', label: 'Payload' },
            { id: 'headers', label: 'Headers' },
            { id: 'response', label: 'Response' },
          ]}
          value={part}
          onChange={setPart}
        />
        <span className="flex-1" />
        <span className="num mr-1 text-12 text-ink-3">{bytesText(delivery.bytes)}</span>
        <IconButton
          icon="copy"
          size="strip"
          label="Copy"
          disabled={!text}
          onClick={() => text && void copyText(text, 'It was')}
          className="max-md:size-11"
        />
      </div>
      {isFailed && (
        <p role="alert" className="px-1 text-ink-2">
          It could not be loaded.
        </p>
      )}
      {!whole && !isFailed && <Skeleton className="w-full" />}
      {text && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
          className="max-h-100 overflow-auto rounded-card bg-sunken px-4 py-3 font-mono text-12 text-ink-2 leading-4.5 shadow-[inset_0_0_0_1px_var(--edge)]"
        >
          {part === 'headers' ? text : <Coloured text={text} />}
        </pre>
      )}
    </div>
  )
}
