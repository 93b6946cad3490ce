import type { RowTypes } from '../data/entities.ts'
import { Button } from '../ui/controls/Button.tsx'
import { useFoot } from '../ui/popups/foot.ts'
import { ChosenActs } from './ChosenActs.tsx'
import { setCycle, sumWords } from './PlanSides.tsx'
import { SumBar, withUnit } from './PlanSums.tsx'
import type { Plan } from './usePlan.ts'

type PlanFootProps = {
  plan: Plan
  project: RowTypes['project']
  cycle: RowTypes['cycle']
  /** On the side that is shown. */
  chosen: readonly string[]
  /** Those of them that are planned in the cycle. */
  own: readonly string[]
  isBacklog: boolean
  onMoved: () => void
  onOpen: (id: string) => void
  mayEdit: boolean
}

/** On a phone: the sum, and what is done with the chosen issues. */
export const PlanFoot = (props: PlanFootProps) => {
  useFoot('sheet')
  const { plan, project, cycle, chosen, own, isBacklog, onMoved, onOpen, mayEdit } = props
  const { sums, measure } = plan
  const total = sums.planned + sums.added
  // Those that the current cycle is likely to leave come here; the way back to the backlog is not theirs.
  const isComing = isBacklog || (chosen.length > 0 && own.length === 0)
  const meant = isComing ? chosen : own
  const count = meant.length > 0 ? ` ${meant.length}` : ''
  return (
    <div className="absolute inset-x-0 bottom-0 flex flex-col gap-2.5 rounded-t-dialog bg-float p-4 shadow-float">
      <p className="num flex items-baseline gap-2">
        <b className="font-semibold text-16">{withUnit(total, measure)}</b>
        <span className="flex-1 text-ink-2">
          planned{sums.average !== null && `, average ${sums.average}`}
        </span>
        {chosen.length > 0 && isBacklog && (
          <span className="text-accent">+{sumWords(plan) || sums.added}</span>
        )}
      </p>
      <SumBar sums={sums} measure={measure} />
      <div className="flex items-center gap-1">
        <ChosenActs {...{ chosen, onOpen, mayEdit }} size="touch" isEstimated={project.estimate !== null} />
        {mayEdit && (
          <Button
            variant="primary"
            size="form"
            disabled={meant.length === 0}
            onClick={() => {
              setCycle(meant, isComing ? cycle.id : null)
              onMoved()
            }}
            className="min-w-0 shrink grow basis-0 max-md:h-11"
          >
            <span className="cut">{isComing ? `Move${count} to ${cycle.name}` : `Send${count} back`}</span>
          </Button>
        )}
      </div>
    </div>
  )
}
