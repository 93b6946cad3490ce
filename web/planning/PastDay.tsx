import { isDay } from '#contract/people/zones.ts'
import { useListAddress } from '../shell/list/address.ts'
import { shortDay } from '../ui/dates/day-words.ts'
import { Banner } from '../ui/marks/Banner.tsx'

/** Above a list of what a past day had left: the figure of that day may count issues that no list can show any more. */
export const PastDay = () => {
  const [address] = useListAddress()
  const day = address.get('left_on')
  if (!day || !isDay(day)) return null
  return (
    <div className="px-2 pb-1.5">
      <Banner icon="calendar-clock">
        What was left at the end of {shortDay(day)}. Issues archived or deleted since then are not listed.
      </Banner>
    </div>
  )
}
