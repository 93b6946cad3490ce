import { useNavigate } from 'react-router'
import type { Webhook } from '#contract/workspace/webhooks.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Banner } from '../../../ui/marks/Banner.tsx'
import { placeOfWebhook, whyOff } from './webhookWords.ts'

/** So many are named above the list; it has the others. */
const MOST = 3

/** Those that were switched off by themselves, each with its reason. */
export const Stopped = ({ webhooks, slug }: { webhooks: readonly Webhook[]; slug: string }) => {
  const go = useNavigate()
  return webhooks
    .filter(webhook => whyOff(webhook) !== null)
    .slice(0, MOST)
    .map(webhook => (
      <div key={webhook.id} className="mt-3">
        <Banner
          tone="danger"
          action={
            <Button
              size="small"
              onClick={() => void go(placeOfWebhook(webhook.format, slug, webhook.id), { replace: true })}
            >
              Look
            </Button>
          }
        >
          {whyOff(webhook)}
        </Banner>
      </div>
    ))
}
