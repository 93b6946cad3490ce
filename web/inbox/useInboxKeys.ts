import { useNavigate } from 'react-router'
import { getRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { addressOf } from '../issues/acts/issueAddress.ts'
import { to } from '../places/address.ts'
import { useKeys } from '../shell/keyboard.ts'
import type { Group } from './inbox.ts'
import { toggleRead } from './inboxActions.ts'
import type { Inbox } from './useInbox.ts'
import { focusedRow, rowOf } from './useInboxFocus.ts'
import type { InboxTriage } from './useInboxTriage.ts'

const anchorOf = (them: readonly Group[]) =>
  [...document.querySelectorAll('[data-snooze]')].find(one => one.getClientRects().length > 0) ??
  rowOf(them[0]?.id)

/** The inbox on the keyboard. */
export const useInboxKeys = ({ drawer, openId }: Inbox, triage: InboxTriage) => {
  const { selection, chosen, ids, step, meant } = triage
  const go = useNavigate()
  const onMeant = (run: (them: readonly Group[]) => void) => () => {
    const them = meant()
    if (them.length === 0) return false
    run(them)
  }
  const expand = () => {
    const [one] = meant()
    if (!one) return false
    const issue = getRow('issue', one.id)
    void go(
      issue ? addressOf(issue) : to('page', { slug: here().slug, projectId: one.project, pageId: one.id }),
    )
  }
  const select = () => {
    const id = focusedRow() ?? openId
    return id ? selection.toggle(id) : false
  }
  const leave = () => {
    if (chosen.length > 0) return selection.clear()
    return openId ? triage.close() : false
  }
  const group = 'Inbox'
  const archiveLabel = drawer === 'archived' ? 'Back to the inbox' : 'Archive'
  const beginSnooze = (them: readonly Group[]) => triage.beginSnooze(them, anchorOf(them))
  useKeys(
    {
      j: { run: () => step(1), label: 'Next', group },
      k: { run: () => step(-1), label: 'Previous', group },
      down: () => (focusedRow() ? step(1) : false),
      up: () => (focusedRow() ? step(-1) : false),
      e: { run: onMeant(triage.archive), label: archiveLabel, group },
      u: { run: onMeant(toggleRead), label: 'Read or unread', group },
      h: { run: onMeant(beginSnooze), label: 'Snooze', group },
      x: { run: select, label: 'Select', group },
      'mod+a': { run: () => selection.set(ids), label: 'Select all', group },
      enter: () => (focusedRow() && focusedRow() === openId ? expand() : false),
      esc: leave,
    },
    { above: true },
  )
}
