import { addDays } from '#contract/people/zones.ts'
import { useClock } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { useHere, useMay } from '../data/viewer.ts'
import { HeaderButton } from '../shell/Header.tsx'
import { dayNumber } from '../ui/dates/day-numbers.ts'
import { dayWords } from '../ui/dates/shaped-day.ts'
import { Menu } from '../ui/popups/Menu.tsx'
import { downloadActivity } from './activityCsv.ts'

const DAYS = 7

/** One of the last days as a file; older ones by their bar in the chart’s table. */
export const CsvButton = ({ person }: { person: RowTypes['user'] }) => {
  const { today } = useClock()
  const { workspaceId } = useHere()
  const mayDo = useMay()
  if (!mayDo('person.export', {}, { workspace: workspaceId })) return null
  const days = Array.from({ length: DAYS }, (_, n) => addDays(today, -n))
  return (
    <Menu
      align="end"
      entries={days.map((day, n) => ({
        id: day,
        label: n === 0 ? 'Today' : n === 1 ? 'Yesterday' : dayWords(dayNumber(day), 'EEEE d MMMM'),
        run: () => void downloadActivity(person, day),
      }))}
    >
      <HeaderButton icon="download">Activity as CSV</HeaderButton>
    </Menu>
  )
}
