import type { ReactNode } from 'react'
import { isUndecided } from '#contract/work/intake.ts'
import { SNOOZED } from '#contract/work/intakeStatus.ts'
import { useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { keyOf } from '../issues/acts/issueAddress.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { copyText } from '../ui/copy.ts'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { awake, decide } from './decisions.ts'
import { MayNotDecide } from './Request.tsx'
import { removeRequest } from './removeRequest.ts'
import { TriageBar } from './TriageBar.tsx'
import type { TriageVerbs } from './useTriage.ts'

/** The head of an open request: the way to the others, and the decisions. */
export const DetailHead = ({
  id,
  verbs,
  mayDecide,
  status,
  onBack,
}: {
  id: string
  verbs: TriageVerbs
  mayDecide: boolean
  status: ReactNode
  onBack: () => void
}) => {
  const row = useRow('intake_issue', id)
  const issue = useRow('issue', id)
  const mayDo = useMay()
  const narrow = useNarrow()
  const place = { workspace: row?.workspace, project: row?.project }
  const isOpen = row !== null && isUndecided(row)
  const remove = () => {
    if (!row) return
    verbs.move(1)
    removeRequest(row)
  }
  const entries: MenuEntry[] = issue
    ? [
        ...(isOpen && mayDecide
          ? [
              {
                id: 'accept',
                label: 'Accept with details…',
                icon: 'check' as const,
                keys: 'shift+a',
                run: () => verbs.ask('accept'),
              },
            ]
          : []),
        ...(row && mayDecide && row.status === SNOOZED
          ? [
              {
                id: 'wake',
                label: 'Unsnooze',
                icon: 'clock' as const,
                run: () => decide([row], awake),
              },
            ]
          : []),
        {
          id: 'link',
          label: 'Copy link',
          icon: 'link',
          run: () => copyText(location.origin + location.pathname + location.search, 'Link'),
        },
        ...(row && mayDo('intake.delete', row, place)
          ? [
              {
                id: 'delete',
                label: 'Delete',
                icon: 'trash-2' as const,
                danger: true,
                run: () => remove(),
              },
            ]
          : []),
      ]
    : []
  return (
    <header className="flex h-11 flex-none items-center gap-1 pr-3 pl-5 max-md:h-13 max-md:pr-1.5 max-md:pl-1">
      <IconButton icon="arrow-left" size="touch" label="Back" onClick={onBack} className="md:hidden" />
      <span className="num flex-1 text-ink-3 md:hidden">{issue && keyOf(issue)}</span>
      <span className="contents max-md:hidden">
        <IconButton icon="chevron-up" label="Previous request" keys="k" onClick={() => verbs.move(-1)} />
        <IconButton icon="chevron-down" label="Next request" keys="j" onClick={() => verbs.move(1)} />
      </span>
      {verbs.place && (
        <span className="num ml-1 flex-none text-12 text-ink-3 max-lg:md:hidden">
          {verbs.place.at} of {verbs.place.of}
        </span>
      )}
      <IconButton
        icon="chevron-down"
        size="touch"
        label="Next request"
        onClick={() => verbs.move(1)}
        className="md:hidden"
      />
      <span className="flex-1 max-md:hidden" />
      {status && <span className="mr-2 text-12 text-ink-3 max-lg:hidden">{status}</span>}
      {issue && (
        <Menu entries={entries} align="end">
          <IconButton icon="ellipsis" label="More" className="max-md:size-11" />
        </Menu>
      )}
      {isOpen && (mayDecide ? !narrow && <TriageBar verbs={verbs} /> : <MayNotDecide />)}
    </header>
  )
}
