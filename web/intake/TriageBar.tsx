import { useState } from 'react'
import { SnoozeMenu } from '../forms/snooze/SnoozeMenu.tsx'
import { SelectionBar } from '../shell/SelectionBar.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { useFoot } from '../ui/popups/foot.ts'
import type { TriageVerbs } from './useTriage.ts'

// Of several the first in sight: a bar that is hidden at this width has one, too.
const snoozeButton = () =>
  [...document.querySelectorAll<HTMLElement>('[data-snooze]')].find(one => one.getClientRects().length > 0)

/** The menu at the button that is there, be it of a desk, a phone or a selection. */
export const Snoozing = ({ verbs }: { verbs: TriageVerbs }) => {
  const [anchor] = useState(snoozeButton)
  return anchor ? (
    <SnoozeMenu
      anchor={anchor}
      onPick={({ till }) => verbs.snooze(till)}
      onClose={() => verbs.setAsking(null)}
      finalFocus={() => anchor}
    />
  ) : null
}

/** The four decisions, accepting as the only one that stands out. */
export const TriageBar = ({ verbs }: { verbs: TriageVerbs }) => (
  <div role="toolbar" aria-label="Decide" className="flex items-center gap-1 max-md:hidden">
    <Button icon="copy" keys="u" onClick={() => verbs.ask('duplicate')}>
      <span className="max-lg:sr-only">Duplicate</span>
    </Button>
    <Button icon="clock" keys="h" data-snooze onClick={() => verbs.ask('snooze')}>
      <span className="max-lg:sr-only">Snooze</span>
    </Button>
    <Button variant="neutral" icon="x" keys="d" onClick={() => verbs.ask('reply')} className="lg:ml-1">
      Decline
    </Button>
    <Button variant="primary" keys="a" onClick={verbs.accept} className="lg:ml-2">
      Accept
    </Button>
  </div>
)

/** The same at the foot of a phone. */
export const TriageFoot = ({ verbs }: { verbs: TriageVerbs }) => {
  useFoot('bar')
  return (
    <div
      role="toolbar"
      aria-label="Decide"
      className="grid flex-none grid-cols-[44px_44px_1fr_1fr] gap-2 bg-sunken px-4 pt-3 pb-6 md:hidden"
    >
      <IconButton
        icon="clock"
        label="Snooze"
        size="touch"
        filled
        data-snooze
        onClick={() => verbs.ask('snooze')}
      />
      <IconButton icon="copy" label="Duplicate" size="touch" filled onClick={() => verbs.ask('duplicate')} />
      <Button variant="neutral" onClick={() => verbs.ask('reply')} className="h-11 rounded-card text-14">
        Decline
      </Button>
      <Button variant="primary" onClick={verbs.accept} className="h-11 rounded-card text-14">
        Accept
      </Button>
    </div>
  )
}

/** The actions on the selected requests. */
export const BulkRequests = ({ verbs }: { verbs: TriageVerbs }) => (
  <SelectionBar what="requests" count={verbs.selected.length} over="keys" onClear={verbs.clear}>
    <Button size="small" data-snooze onClick={() => verbs.ask('snooze')}>
      Snooze
    </Button>
    <Button size="small" onClick={() => verbs.decline()}>
      Decline
    </Button>
    <Button size="small" variant="neutral" onClick={verbs.accept}>
      Accept
    </Button>
  </SelectionBar>
)
