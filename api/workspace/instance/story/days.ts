/** On which days what the story reports came to be as it is: from a state, a few days and a place in the story. */
import type { ToldIssue } from './told.ts'

/** So many days before today the work of the story begins. */
export const FIRST_DAY = -76

type Step = { state: string; on: number }
export type Lived = {
  told: ToldIssue
  /** In days from today, as all here. */
  made: number
  /** From when on it is in its cycle. */
  planned: number | null
  begins: string
  steps: Step[]
}

export const LAST_DAY = -1

const DAY_MS = 86_400_000
const [MORNING, EVENING] = [8 * 3_600_000, 17 * 3_600_000]

/** The working day so many days from today, as a date: a weekend becomes the Friday before. */
export const workday = (day: number): string => {
  const date = new Date(Date.now() + day * DAY_MS)
  const past = [2, 0, 0, 0, 0, 0, 1][date.getUTCDay()]!
  return new Date(date.getTime() - past * DAY_MS).toISOString().slice(0, 10)
}

/** The instant of a working day at which the how-manieth of its acts happens. */
export const instantOf = (date: string, nth = 0, of = 1): string =>
  new Date(Date.parse(date) + MORNING + ((EVENING - MORNING) * nth) / of).toISOString()
const OVER = ['Done', 'Cancelled']
/** The states that an issue passes, in their order. */
const WAY = ['Backlog', 'Todo', 'In Progress', 'In Review', 'Done']
/** Issues written down so long before anyone began waited in the backlog. */
const LONG = 9

/** A number from 0 up to below `below`, always the same for the same place in the story: nobody works as a grid does. */
const drawn = (nth: number, which: number, below: number) =>
  Math.floor(
    ((((nth * 7919 + which * 104_729) * 2_654_435_761) % 4_294_967_296) / 4_294_967_296) * Math.max(1, below),
  )

const within = (day: number, first: number, last: number) => Math.round(Math.min(last, Math.max(first, day)))

const lived = (told: ToldIssue, nth: number, cycleFrom: number | null): Lived => {
  const { state, from, to } = told
  const isOver = OVER.includes(state)
  const isBegun = state !== 'Backlog' && state !== 'Todo' && state !== 'Cancelled'
  const started = isBegun ? within(from ?? -3 - drawn(nth, 1, 5), FIRST_DAY + 4, LAST_DAY) : null
  const before = started ?? (cycleFrom === null || cycleFrom > 0 ? 0 : cycleFrom)
  const made = within(
    isBegun ? before - 2 - drawn(nth, 2, 24) : before - 1 - drawn(nth, 2, FIRST_DAY / -1 + before - 4),
    FIRST_DAY + 2,
    (started ?? 0) - 1,
  )
  const planned =
    cycleFrom === null ? null : within(Math.min(cycleFrom - 1, started ?? LAST_DAY), made, LAST_DAY)
  const left = (started ?? LAST_DAY) - made
  const begins = state === 'Backlog' || left > LONG ? 'Backlog' : 'Todo'
  const steps: Step[] = []
  const step = (to: string, on: number) => steps.push({ state: to, on })
  const ends = isOver
    ? within(
        to === null ? made + 2 + drawn(nth, 3, 30) : to + drawn(nth, 3, 3) - 1,
        started ?? made,
        LAST_DAY,
      )
    : LAST_DAY
  if (state === 'Cancelled') step(state, ends)
  else
    for (const passed of WAY.slice(WAY.indexOf(begins) + 1, WAY.indexOf(state) + 1)) {
      if (passed === 'Todo') step(passed, within(planned ?? started ?? made + 3, made, started ?? LAST_DAY))
      if (passed === 'In Progress') step(passed, started!)
      if (passed === 'In Review') step(passed, within(Math.ceil((started! + ends) / 2), started!, ends))
      if (passed === 'Done') step(passed, ends)
    }
  return { told, made, planned, begins, steps }
}

/** The life of each issue of a project up to now; a parent is there before its children. */
export const livesOf = (told: readonly ToldIssue[], cycleFrom: (name: string) => number | null): Lived[] => {
  const lives = told.map((one, nth) => lived(one, nth + 1, one.cycle === null ? null : cycleFrom(one.cycle)))
  const byName = new Map(lives.map(life => [life.told.name, life]))
  for (const { told, made } of lives) {
    const parent = told.parent === null ? undefined : byName.get(told.parent)
    if (parent) parent.made = Math.min(parent.made, made)
  }
  return lives
}
