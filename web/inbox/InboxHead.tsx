import { keysOf } from '#contract/keys.ts'
import { placeOf } from '../places/address.ts'
import { Header } from '../shell/Header.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import type { Drawer } from './inbox.ts'
import { isMention } from './inbox.ts'
import { markAllRead } from './inboxActions.ts'
import { type Inbox, type Relation, relations } from './useInbox.ts'

const drawerNames: Record<Drawer, string> = { open: 'Inbox', snoozed: 'Snoozed', archived: 'Archived' }

type InboxHeadProps = { inbox: Inbox; unread: number }

/** The inbox's name and its narrowing: tabs, filters, and the way to archived and snoozed ones. */
export const InboxHead = ({ inbox, unread }: InboxHeadProps) => {
  const { drawer, mentions, unreadOnly, types, all, put } = inbox
  const named = (label: string, of: number) => (of > 0 ? `${label} ${of > 99 ? '99+' : of}` : label)
  const toggle = (type: Relation) => {
    const next = types.includes(type) ? types.filter(one => one !== type) : [...types, type]
    put({ type: next.length > 0 ? next.join(',') : null })
  }
  const filters: MenuEntry[] = keysOf(relations).map(type => ({
    id: type,
    label: relations[type],
    checked: types.includes(type),
    stays: true,
    run: () => toggle(type),
  }))
  const drawers: MenuEntry[] = keysOf(drawerNames).map(one => ({
    id: one,
    label: drawerNames[one],
    icon: one === 'open' ? 'inbox' : one === 'snoozed' ? 'clock' : 'archive',
    checked: one === drawer,
    run: () => put({ show: one === 'open' ? null : one, about: null }),
  }))
  const marked = all.filter(group => !mentions || group.rows.some(isMention))
  return (
    <>
      <Header
        section={drawer === 'open' ? placeOf('inbox').label : drawerNames[drawer]}
        {...(unread > 0 ? { count: `${unread} unread` } : {})}
        controls={
          <>
            <Menu align="end" entries={filters}>
              <IconButton
                icon="list-filter"
                label="Filter"
                filled={types.length > 0}
                className="max-md:size-11"
              />
            </Menu>
            <IconButton
              icon="check-check"
              label="Mark all as read"
              disabled={marked.every(group => group.unread === 0)}
              onClick={() => markAllRead(marked.flatMap(group => group.rows))}
              className="max-md:size-11"
            />
            <Menu align="end" entries={drawers}>
              <IconButton icon="ellipsis" label="Snoozed and archived" className="max-md:size-11" />
            </Menu>
          </>
        }
      />
      <div className="flex flex-none items-center gap-2 px-4 pb-2">
        <Segmented
          label="Show"
          parts={[
            { id: 'all', label: named('All', all.length) },
            {
              id: 'mentions',
              label: named('Mentions', all.filter(group => group.rows.some(isMention)).length),
            },
          ]}
          value={mentions ? 'mentions' : 'all'}
          onChange={tab => put({ tab: tab === 'mentions' ? tab : null })}
          className="text-12"
        />
        <span className="flex-1" />
        <Button
          size="small"
          on={unreadOnly}
          aria-pressed={unreadOnly}
          onClick={() => put({ unread: unreadOnly ? null : 'true' })}
          className="-mr-1 max-md:h-9"
        >
          Unread only
        </Button>
      </div>
      {types.length > 0 && (
        <ul aria-label="Filters" className="flex flex-none flex-wrap gap-1 px-4 pb-2">
          {types.map(type => (
            <li key={type}>
              <Button
                variant="neutral"
                size="small"
                icon="x"
                aria-label={`Remove ${relations[type]}`}
                onClick={() => toggle(type)}
              >
                {relations[type]}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
