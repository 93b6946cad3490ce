import { addDays } from '#contract/people/zones.ts'
import { useClock } from '../../data/clock.ts'
import { useHere, viewer } from '../../data/viewer.ts'
import { classes } from '../../ui/classes.ts'
import { Figure } from '../figures.tsx'
import { OPEN, useTotals, type Whole } from '../personIssues.ts'
import { workLink } from '../workLink.ts'

/** My open, overdue, created and completed issues, as figures. */
export const Numbers = ({ open, className }: { open: Whole; className?: string }) => {
  const me = viewer()?.id ?? ''
  const { slug } = useHere()
  const { today } = useClock()
  const created = useTotals({ created_by: me })
  const completed = useTotals({ assignees: me, state_group: 'completed' })
  const isKnown = open.status === 'ready'
  const state_group = OPEN.join()
  const late = open.issues.filter(({ target_date }) => target_date !== null && target_date < today)
  return (
    <section aria-label="Numbers" className={classes('flex gap-7', className)}>
      <Figure
        align="end"
        name="assigned"
        value={isKnown ? open.issues.length : null}
        href={workLink(slug, me, 'assigned', { state_group })}
      />
      <Figure
        align="end"
        name="overdue"
        alarming
        value={isKnown ? late.length : null}
        href={workLink(slug, me, 'assigned', { state_group, target_date: `${addDays(today, -1)};before` })}
      />
      <Figure
        align="end"
        name="created"
        value={created?.total ?? null}
        href={workLink(slug, me, 'created')}
      />
      <Figure
        align="end"
        name="completed"
        value={completed?.total ?? null}
        href={workLink(slug, me, 'assigned', { state_group: 'completed' })}
      />
    </section>
  )
}
