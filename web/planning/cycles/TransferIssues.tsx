import { useState } from 'react'
import type { Cycle } from '#contract/planning/cycles.ts'
import { openCycleForm } from '../../shell/overlays.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { PlanRing } from '../progress/PlanRing.tsx'
import { transferIssues } from './cycleActions.ts'
import { spanWords } from './cycleRange.ts'
import { useSections } from './cycleRows.ts'

type TransferIssuesProps = { cycle: Cycle; open: number; onClose: () => void }

/** Where the open issues of a cycle that is over go; what it was when it ended is kept. */
export const TransferIssues = ({ cycle, open, onClose }: TransferIssuesProps) => {
  const { current, upcoming } = useSections(cycle.project_id)
  const targets = [...current, ...upcoming]
  const [chosen, setChosen] = useState(targets[0]?.id)
  const target = targets.find(one => one.id === chosen)
  const what = open === 1 ? '1 open issue' : `${open} open issues`
  return (
    <Dialog
      open
      onOpenChange={isOpen => isOpen || onClose()}
      title={`Move ${what}`}
      text={`What is done or cancelled stays in ${cycle.name}, and its figures stay as they are now.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {targets.length === 0 ? (
            <Button variant="primary" onClick={() => openCycleForm({ projectId: cycle.project_id })}>
              New cycle
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={!target}
              onClick={() => {
                if (target) void transferIssues(cycle, target)
                onClose()
              }}
            >
              Move to {target?.name ?? 'a cycle'}
            </Button>
          )}
        </>
      }
    >
      {targets.length === 0 ? (
        <p className="text-ink-2">There is no cycle that is still to end. Make one first.</p>
      ) : (
        <fieldset className="-mx-2 max-h-72 overflow-y-auto">
          <legend className="sr-only">Move to</legend>
          {targets.map(one => (
            <label
              key={one.id}
              className={classes(
                'flex h-9 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:h-11',
                one.id === chosen && 'bg-press',
              )}
            >
              <input
                type="radio"
                name="target"
                value={one.id}
                checked={one.id === chosen}
                onChange={() => setChosen(one.id)}
                className="sr-only"
              />
              <PlanRing
                percent={0}
                label=""
                kind={one.start_date ? (current.includes(one) ? 'under way' : 'upcoming') : 'draft'}
              />
              <span className="cut flex-1 font-medium">{one.name}</span>
              <span className="num text-12 text-ink-2">
                {one.start_date && one.end_date ? spanWords(one.start_date, one.end_date, 'MMM') : 'Draft'}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}
