import type { ReactNode } from 'react'
import { type PushedBrowser, type PushState, usePush } from '../../data/push.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { agoText } from '../../ui/dates/day-words.ts'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { browserName } from './browserName.ts'

const Here = ({ state, onTurn }: { state: PushState; onTurn: (on: boolean) => void }) => {
  if (state === 'unsupported')
    return (
      <Banner>
        This browser cannot show notifications of a site. On an iPhone or iPad, add Tandem to the home screen
        and open it there.
      </Banner>
    )
  if (state === 'blocked')
    return (
      <Banner tone="warn">
        This browser blocks notifications from Tandem. Allow them in its settings for this site, then come
        back.
      </Banner>
    )
  return (
    <SettingsRow label="This browser" detail="Shows them even when no tab of Tandem is open" low>
      <Switch checked={state === 'on'} onChange={onTurn} />
    </SettingsRow>
  )
}

const Row = ({ row, onRemove }: { row: PushedBrowser; onRemove: () => void }) => {
  const { name } = browserName(row.user_agent)
  return (
    <li className="group -mx-2 grid h-9 grid-cols-[minmax(0,1fr)_160px_80px] items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-auto max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2">
      <span className="flex min-w-0 items-center gap-2">
        <span className="cut">{name}</span>
        {row.is_current && (
          <span className="flex h-4.5 flex-none items-center rounded-tag bg-press px-1.5 font-medium text-11">
            This one
          </span>
        )}
      </span>
      <span className="num cut text-12 text-ink-3 max-md:col-start-1 max-md:row-start-2">
        {row.last_sent_at ? `Last shown ${agoText(row.last_sent_at)}` : `Added ${agoText(row.created_at)}`}
      </span>
      <span className="flex justify-end max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        <Button onClick={onRemove} aria-label={`Remove ${row.is_current ? 'this browser' : name}`}>
          Remove
        </Button>
      </span>
    </li>
  )
}

const Browsers = ({
  rows,
  onRemove,
}: {
  rows: readonly PushedBrowser[]
  onRemove: (row: PushedBrowser) => void
}) => (
  <>
    <div className="mt-4 flex min-h-8 items-center gap-2">
      <h4 className="font-medium">Shown in</h4>
      <Count value={rows.length} />
    </div>
    <ul aria-label="Browsers">
      {rows.map(row => (
        <Row key={row.id} row={row} onRemove={() => onRemove(row)} />
      ))}
    </ul>
  </>
)

/** Browser notifications: this browser, the person's other ones, and the kinds of news (`children`) once there is one. */
export const BrowserPush = ({ publicKey, children }: { publicKey: string; children: ReactNode }) => {
  const { found, again, turn, remove } = usePush(publicKey)
  const told = (sent: Promise<unknown>, refusal: string) =>
    void saving(sent).catch(() => toast.failure(refusal))
  return (
    <SettingsSection
      title="In your browsers"
      text="Notifications appear on your screen after a few seconds, unless you have read them by then."
    >
      {found === null ? (
        <RowsSkeleton rows={2} />
      ) : found === 'failed' ? (
        <Banner tone="danger" action={<Button onClick={() => void again()}>Try again</Button>}>
          Your browsers could not be read.
        </Banner>
      ) : (
        <>
          <Here
            state={found.state}
            onTurn={on =>
              told(
                turn(on),
                on
                  ? 'This browser could not be reached by its push service.'
                  : 'This browser could not be turned off.',
              )
            }
          />
          {found.rows.length > 0 && (
            <>
              {children}
              <Browsers
                rows={found.rows}
                onRemove={row => told(remove(row), 'The browser could not be removed.')}
              />
            </>
          )}
        </>
      )}
    </SettingsSection>
  )
}
