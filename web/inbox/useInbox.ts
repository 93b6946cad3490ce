/** The shown part of the inbox: the drawer, tab and filters of its address, and the groups that pass. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { keysOf } from '#contract/keys.ts'
import { getRow, useRows } from '../data/rows.ts'
import { viewer } from '../data/viewer.ts'
import {
  type Drawer,
  drawerOf,
  type Group,
  groupsOf,
  isMention,
  useDrawer,
  useKnownIssues,
  useNotifications,
} from './inbox.ts'

export const relations = {
  assigned: 'Assigned to me',
  created: 'Created by me',
  subscribed: 'Subscribed by me',
} as const
export type Relation = keyof typeof relations
const relationNames = keysOf(relations)

const drawers: readonly Drawer[] = ['open', 'snoozed', 'archived']

export const useInbox = () => {
  const [address, setAddress] = useSearchParams()
  const drawer = drawers.find(one => one === address.get('show')) ?? 'open'
  const mentions = address.get('tab') === 'mentions'
  const unreadOnly = address.get('unread') === 'true'
  const given = address.get('type') ?? ''
  const types = useMemo(() => relationNames.filter(name => given.split(',').includes(name)), [given])
  const { rows, now } = useNotifications()
  const reading = useDrawer(drawer)
  const issues = useRows('issue')
  const pages = useRows('page')
  const openId = address.get('about')
  useKnownIssues(rows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the issues and pages decide which groups are there
  const all = useMemo(() => {
    const me = viewer()?.id ?? ''
    const stands = ({ of, id }: Group) => {
      if (of === 'import') return types.length === 0
      if (of === 'page') return types.length === 0 && getRow('page', id) !== null
      const issue = getRow('issue', id)
      if (!issue || types.length === 0) return issue !== null
      const isAssigned = issue.assignee_ids.includes(me)
      const isCreated = issue.created_by === me
      return types.some(type =>
        type === 'assigned' ? isAssigned : type === 'created' ? isCreated : !isAssigned && !isCreated,
      )
    }
    const here = rows.filter(row => drawerOf(row, now) === drawer)
    return groupsOf(here).filter(stands)
  }, [rows, now, drawer, issues, pages, types])
  const groups = all.filter(
    group =>
      (!mentions || group.rows.some(isMention)) &&
      // The open group stays, read as it is by now.
      (!unreadOnly || group.unread > 0 || group.id === openId),
  )
  const asleep = rows.filter(row => drawerOf(row, now) === 'snoozed')
  const put = (changes: Record<string, string | null>) =>
    setAddress(
      terms => {
        for (const [name, value] of Object.entries(changes))
          if (value === null) terms.delete(name)
          else terms.set(name, value)
        return terms
      },
      { replace: true },
    )
  return {
    drawer,
    mentions,
    unreadOnly,
    types,
    groups,
    all,
    asleep: groupsOf(asleep),
    now,
    reading,
    openId,
    isFiltered: types.length > 0 || unreadOnly,
    put,
  }
}

export type Inbox = ReturnType<typeof useInbox>
