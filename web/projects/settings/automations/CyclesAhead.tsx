import { Link } from 'react-router'
import type { Cycle } from '#contract/planning/cycles.ts'
import { missingAhead, nextName } from '#contract/planning/cyclesAhead.ts'
import { useDayIn } from '../../../data/clock.ts'
import { useMade } from '../../../data/rows.ts'
import { untilWords } from '../../../planning/cycles/cycleList.ts'
import { cycleAddress } from '../../../planning/cycles/cycleMenu.ts'
import { spanWords, takenBy } from '../../../planning/cycles/cycleRange.ts'
import { cyclesOf, useSections } from '../../../planning/cycles/cycleRows.ts'
import { SavedChoice } from '../../../settings/SavedChoice.tsx'
import { SettingsRow } from '../../../settings/SettingsRow.tsx'
import { SettingsSection } from '../../../settings/SettingsScreen.tsx'
import type { Project } from '../../../settings/settingsProject.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { firstWeekday } from '../../../ui/dates/day-numbers.ts'
import { weekdays } from '../../../ui/dates/day-words.ts'
import { changeProject, saveProject } from '../projectActs.ts'

/** So many are made where nobody has said how many. */
const USUAL = 2
const MOST = 12
const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
const upTo = (word: string) =>
  Array.from({ length: MOST }, (_, at) => ({ id: String(at + 1), name: counted(at + 1, word) }))

const rests = [
  { id: 'next', name: 'Move to the next cycle' },
  { id: 'none', name: 'Remove from the cycle' },
  { id: 'stay', name: 'Stay where they are' },
] as const
type Rest = (typeof rests)[number]['id']

const useFirst = (project: Project): string => {
  const cycles = useMade(cyclesOf, project.id)
  const today = useDayIn(project.timezone)
  const pace = { ...project, cycles_ahead: 1 }
  const [first] = missingAhead(pace, takenBy(cycles, null), today, null)
  return first
    ? `The first would be ${nextName(cycles) || 'Cycle 1'}, ${spanWords(first.start, first.end)}.`
    : ''
}

/** Cycles made ahead of time, and the fate of the issues that one leaves open. */
export const CyclesAhead = ({ project }: { project: Project }) => {
  const first = useFirst(project)
  const { cycles_ahead, cycle_weeks, cycle_weekday, cycle_rest } = project
  const isOn = cycles_ahead > 0
  const days = weekdays.map((_, at) => (at + firstWeekday()) % 7)
  return (
    <SettingsSection title="Cycles">
      <SettingsRow
        low
        label="Create cycles ahead"
        detail="So that there is always a next one to plan"
        hint={isOn ? undefined : first}
      >
        <Switch
          checked={isOn}
          onChange={on => void changeProject(project, { cycles_ahead: on ? USUAL : 0 })}
        />
      </SettingsRow>
      {isOn && (
        <>
          <SavedChoice
            label="Each takes"
            name="cycle_weeks"
            options={upTo('week')}
            value={String(cycle_weeks)}
            shown={counted(cycle_weeks, 'week')}
            save={id => saveProject(project, { cycle_weeks: Number(id) })}
          />
          <SavedChoice
            label="They begin on"
            name="cycle_weekday"
            options={days.map(day => ({ id: String(day), name: weekdays[day] ?? '' }))}
            value={String(cycle_weekday)}
            shown={weekdays[cycle_weekday] ?? ''}
            save={id => saveProject(project, { cycle_weekday: Number(id) })}
          />
          <SavedChoice
            label="Ready ahead"
            name="cycles_ahead"
            detail="In addition to the current one"
            options={upTo('cycle')}
            value={String(cycles_ahead)}
            shown={counted(cycles_ahead, 'cycle')}
            save={id => saveProject(project, { cycles_ahead: Number(id) })}
          />
          <SavedChoice
            label="When one ends, open issues"
            name="cycle_rest"
            options={rests}
            value={cycle_rest}
            shown={rests.find(({ id }) => id === cycle_rest)?.name ?? ''}
            save={id => saveProject(project, { cycle_rest: id as Rest })}
          />
          <NextCycles project={project} />
        </>
      )}
    </SettingsSection>
  )
}

/** The made cycles, as everyone finds them in the list. */
const NextCycles = ({ project }: { project: Project }) => {
  const { current, upcoming } = useSections(project.id)
  const today = useDayIn(project.timezone)
  const dated = [...current, ...upcoming.filter(cycle => cycle.start_date)]
  return (
    <SettingsRow
      label="Next"
      detail="A moved or deleted cycle is not created again unless the rule changes"
      low
    >
      <ul aria-label="Next cycles" className="w-full">
        {dated.slice(0, MOST + 1).map(cycle => (
          <NextCycle key={cycle.id} cycle={cycle} today={today} />
        ))}
      </ul>
    </SettingsRow>
  )
}

const NextCycle = ({ cycle, today }: { cycle: Cycle; today: string }) => {
  const { start_date: start, end_date: end } = cycle
  return (
    <li className="flex min-h-7 flex-wrap items-center gap-x-3 max-md:min-h-11">
      <Link to={cycleAddress(cycle)} className="cut max-w-60 font-medium hover:underline">
        {cycle.name}
      </Link>
      <span className="num text-ink-2">{start && end && spanWords(start, end)}</span>
      <span className="num text-12 text-ink-3">
        {start && (start <= today ? 'under way' : untilWords(start, today))}
      </span>
    </li>
  )
}
