import { useNavigate } from 'react-router'
import { getRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { addressOf } from '../issues/acts/issueAddress.ts'
import { to } from '../places/address.ts'
import { useKeys } from '../shell/keyboard.ts'
import { rowOf } from '../shell/list/longRows.ts'
import { focusedRow } from '../shell/list/useRowKeys.ts'
import type { Group } from './inbox.ts'
import { toggleRead } from './inboxActions.ts'
import type { Inbox } from './useInbox.ts'
import type { InboxTriage } from './useInboxTriage.ts'

const anchorOf = (them: readonly Group[]) =>
  [...document.querySelectorAll('[data-snooze]')].find(one => one.getClientRects().length > 0) ??
  rowOf(them[0]?.id)

const addressOfGroup = ({ of, id, project }: Group): string => {
  const { slug } = here()
  const issue = getRow('issue', id)
  if (issue) return addressOf(issue)
  return of === 'import' || project === null
    ? to('import', { slug, importId: id })
    : to('page', { slug, projectId: project, pageId: id })
}

/** The inbox on the keyboard, beside the keys of all lists. */
export const useInboxKeys = ({ drawer, openId }: Inbox, triage: InboxTriage) => {
  const { meant } = triage
  const go = useNavigate()
  const onMeant = (run: (them: readonly Group[]) => void) => () => {
    const them = meant()
    if (them.length === 0) return false
    run(them)
  }
  const expand = () => {
    const [one] = meant()
    if (!one) return false
    void go(addressOfGroup(one))
  }
  const group = 'Inbox'
  const archiveLabel = drawer === 'archived' ? 'Back to the inbox' : 'Archive'
  const beginSnooze = (them: readonly Group[]) => triage.beginSnooze(them, anchorOf(them))
  useKeys(
    {
      e: { run: onMeant(triage.archive), label: archiveLabel, group },
      u: { run: onMeant(toggleRead), label: 'Read or unread', group },
      h: { run: onMeant(beginSnooze), label: 'Snooze', group },
      enter: () => (focusedRow() && focusedRow() === openId ? expand() : false),
    },
    { above: true },
  )
}
