import { useRef, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { type Webhook, webhookFormats } from '#contract/workspace/webhooks.ts'
import { useLive } from '../../../data/live.ts'
import { projectLook } from '../../../data/projectLook.ts'
import { useRows } from '../../../data/rows.ts'
import { useRowsOf } from '../../../data/rowsBy.ts'
import { SettingsScreen } from '../../../settings/SettingsScreen.tsx'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { agoText } from '../../../ui/dates/day-words.ts'
import { Icon } from '../../../ui/icons.tsx'
import { ProjectTile } from '../../../ui/marks/ProjectTile.tsx'
import { RowsSkeleton } from '../../../ui/marks/Skeleton.tsx'
import { Stopped } from '../webhooks/Stopped.tsx'
import { CHANNEL_GRID, WebhookRow } from '../webhooks/WebhookRow.tsx'
import { type Fate, fateOf, formatNames, placeOfWebhook, whatText } from '../webhooks/webhookWords.ts'
import { ChatMark } from './ChatMark.tsx'
import { type Chat, ways } from './chats.ts'
import { NewChannel } from './NewChannel.tsx'

const chats = webhookFormats.filter((format): format is Chat => format !== 'json')

/** Its last message, or why there is none. */
const lastOf = (webhook: Webhook): Fate => {
  const fate = fateOf(webhook, true)
  if (!webhook.is_active || fate.tone !== 'plain') return fate
  if (!webhook.last_at) return { tone: 'plain', text: 'No message yet' }
  const ago = agoText(webhook.last_at)
  return { tone: 'good', text: ago.replace(/^./, first => first.toUpperCase()) }
}

const ProjectsOf = ({ webhook: { project_ids } }: { webhook: Webhook }) => {
  const [project, ...others] = useRowsOf('project', project_ids)
  if (project_ids.length === 0) return <span className="cut">All projects</span>
  if (!project) return <span className="cut text-ink-3">A project that is gone</span>
  return (
    <>
      <ProjectTile project={projectLook(project)} />
      <span className="cut">{project.name}</span>
      {others.length > 0 && <span className="num flex-none text-12 text-ink-3">+{others.length}</span>}
    </>
  )
}

const hostsOf = (channels: readonly Webhook[]) =>
  [...new Set(channels.flatMap(({ url }) => (URL.canParse(url) ? new URL(url).host : [])))].join(', ')

type ChatPartProps = {
  chat: Chat
  channels: readonly Webhook[]
  openId: string | undefined
  isAdding: boolean
  onAdding: (isAdding: boolean) => void
}

/** A chat and its channels. */
const ChatPart = ({ chat, channels, openId, isAdding, onAdding }: ChatPartProps) => {
  const { slug = '' } = useParams()
  const go = useNavigate()
  const add = useRef<HTMLButtonElement>(null)
  const isConnected = channels.length > 0
  const show = (id?: string) => void go(placeOfWebhook(chat, slug, id), { replace: true })
  const close = () => {
    onAdding(false)
    add.current?.focus()
  }
  const press = {
    ref: add,
    size: 'small' as const,
    on: isAdding,
    'aria-expanded': isAdding,
    onClick: () => (isAdding ? close() : onAdding(true)),
    className: 'max-md:h-11',
  }
  return (
    <section aria-label={formatNames[chat]} className="mt-1.5 first-of-type:mt-0">
      <div
        className={classes(
          '-mx-2 flex min-h-9 items-center gap-2 bg-sunken pr-1 pl-2 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)] max-md:min-h-12',
          isAdding ? 'rounded-t-control' : 'rounded-control',
        )}
      >
        <ChatMark chat={chat} className={classes('mr-0.5', !isConnected && 'text-ink-3')} />
        <h4 className="flex-none font-medium">{formatNames[chat]}</h4>
        <span className="cut min-w-0 flex-1 text-12 text-ink-3">
          {isConnected ? hostsOf(channels) : ways[chat]}
        </span>
        {isConnected ? (
          <span className="flex w-53 flex-none items-center justify-between max-md:w-auto max-md:gap-1">
            <span className="flex items-center gap-1 text-12 text-ink-3">
              <Icon name="check" size={14} className="text-ok" />
              <span className="max-md:sr-only">Connected</span>
            </span>
            <Button {...press} icon="plus">
              Add channel
            </Button>
          </span>
        ) : (
          <Button {...press} variant="neutral" aria-label={`Connect ${formatNames[chat]}`}>
            Connect
          </Button>
        )}
      </div>
      {isAdding && <NewChannel slug={slug} chat={chat} onMade={show} onClose={close} />}
      {channels.map(webhook => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          slug={slug}
          detail={`${whatText(webhook)}${webhook.filters ? ', filtered' : ''}`}
          project={<ProjectsOf webhook={webhook} />}
          fate={lastOf(webhook)}
          isOpen={webhook.id === openId}
          onToggle={() => show(webhook.id === openId ? undefined : webhook.id)}
        />
      ))}
    </section>
  )
}

/** Channels of chats that are notified of what happens here: webhooks in the form of each chat. */
export const IntegrationsScreen = () => {
  const { slug = '', channelId } = useParams()
  const { loads } = useLive()
  const [adding, setAdding] = useState<Chat | null>(null)
  const webhooks = useRows('webhook').toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const channels = webhooks.filter(({ format }) => format !== 'json')
  const open = webhooks.find(({ id }) => id === channelId)
  if (open?.format === 'json') return <Navigate to={placeOfWebhook('json', slug, open.id)} replace />
  return (
    <SettingsScreen title="Integrations" intro="Channels of a chat are told what changed.">
      <Stopped webhooks={channels.filter(({ id }) => id !== channelId)} slug={slug} />
      {channelId && loads > 0 && !open && (
        <p role="alert" className="mt-4 text-ink-2">
          This channel has been removed.
        </p>
      )}
      {channels.length === 0 && loads === 0 ? (
        <RowsSkeleton rows={4} />
      ) : (
        <section className="mt-3" aria-label="Channels">
          <div className={`-mx-2 grid h-9 items-center gap-x-3 px-2 text-12 text-ink-3 ${CHANNEL_GRID}`}>
            <h3 className="col-span-2 font-medium text-13 text-ink">Channels</h3>
            <span className="max-md:hidden">Project</span>
            <span className="max-md:hidden">Last message</span>
          </div>
          {chats.map(chat => (
            <ChatPart
              key={chat}
              chat={chat}
              channels={channels.filter(({ format }) => format === chat)}
              openId={channelId}
              isAdding={adding === chat}
              onAdding={isAdding => setAdding(isAdding ? chat : null)}
            />
          ))}
        </section>
      )}
    </SettingsScreen>
  )
}
