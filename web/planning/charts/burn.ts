import { scaleLinear } from '@visx/scale'
import type { Measure } from '#contract/planning/progress.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { figureText } from '../progress/totals.ts'
import { type Course, freeSpot } from './freeSpot.ts'
import { type Lines, points, spread } from './lines.ts'

export type BurnKind = 'burndown' | 'burnup'

/** The lines of a chart of this kind: the amount left or done, the ideal, and the likely end. */
export const burnOf = ({ scope, left, done, ideal, likely, last }: Lines, kind: BurnKind) => {
  const isDown = kind === 'burndown'
  const actual = isDown ? left : done
  const begin = scope.find(one => one !== null) ?? 0
  const scopeNow = scope[last] ?? begin
  return {
    isDown,
    actual,
    begin,
    scopeNow,
    ideal: isDown ? ideal : ideal.map(one => (one === null ? null : begin - one)),
    now: actual[last] ?? null,
    likely: likely === null ? null : isDown ? likely : scopeNow - likely,
  }
}

export type Burn = ReturnType<typeof burnOf>

const [RIGHT, TOP, BOTTOM] = [76, 8, 24]
const [FIGURES, SLIM] = [32, 6]
/** Room that a line of words takes. */
const LINE = 15

/** Where everything is in a picture of this size, in pixels. */
export const placesOf = (
  { days, scope, last }: Lines,
  burn: Burn,
  { width, height, slim }: { width: number; height: number; slim: boolean },
) => {
  const { actual, ideal, isDown, begin, scopeNow, likely } = burn
  const left = slim ? SLIM : FIGURES
  const end = Math.max(1, days.length - 1)
  const x = scaleLinear({ domain: [0, end], range: [left, Math.max(left + 1, width - RIGHT)] })
  const steps = height > 220 ? 5 : 3
  const most = Math.max(1, ...scope.map(one => one ?? 0), ...actual.map(one => one ?? 0))
  const y = scaleLinear({ domain: [0, most], range: [height - BOTTOM, TOP], nice: steps })
  const base = height - BOTTOM
  const ends = [
    { id: 'scope', text: `Scope ${scopeNow}`, value: scopeNow, look: 'fill-ink-3' },
    ...(likely === null
      ? []
      : [{ id: 'likely', text: `Likely ${likely}`, value: likely, look: 'fill-accent-text' }]),
    { id: 'ideal', text: `Ideal ${isDown ? 0 : begin}`, value: ideal.at(-1) ?? 0, look: 'fill-ink-3' },
  ]
  const heights = spread(
    ends.map(({ value }) => y(value) ?? 0),
    LINE,
    base,
  )
  return {
    width,
    height,
    slim,
    left,
    right: width - RIGHT,
    top: TOP,
    base,
    end,
    last,
    step: (x(1) ?? 0) - (x(0) ?? 0),
    ticks: slim ? [0] : y.ticks(steps).filter(tick => Number.isInteger(tick)),
    /** Of the n-th day. */
    x: (n: number) => x(n) ?? 0,
    /** Of a figure. */
    y: (figure: number) => y(figure) ?? 0,
    scale: y,
    /** The day that lies nearest to so many pixels from the left. */
    dayAt: (pixels: number) => Math.min(end, Math.max(0, Math.round(x.invert(pixels)))),
    ends: ends.map((one, nth) => ({ ...one, at: heights[nth] ?? 0 })),
  }
}

export type Places = ReturnType<typeof placesOf>

/** The lines as they are drawn. */
const coursesOf = (
  { scope, last }: Lines,
  { actual, ideal, likely, now }: Burn,
  { x, y, end }: Places,
): Course[] => {
  const placed = (values: readonly (number | null)[]) =>
    points(values).map(one => ({ x: x(one.n), y: y(one.y) }))
  const scoped = placed(scope)
  return [
    placed(actual),
    placed(ideal),
    scoped.flatMap((one, n) => [one, { x: scoped[n + 1]?.x ?? x(end), y: one.y }]),
    ...(likely === null || now === null
      ? []
      : [
          [
            { x: x(last), y: y(now) },
            { x: x(end), y: y(likely) },
          ],
        ]),
  ]
}

/** From its point to the words: so far to the side, up to their foot, down to it; then as much again for each try. */
const [BESIDE, ABOVE, BELOW, FARTHER] = [9, 9, 20, 8]
const TRIES = 8
/** Letters rise so high above their foot, and so deep below it. */
const [HIGH, DEEP] = [11, 4]

/** Where the words of today's figure are: beside its point, where no line runs through them. */
export const nowSpot = (lines: Lines, burn: Burn, places: Places, wide: number) => {
  const { today } = lines
  const { now } = burn
  if (today === null || now === null) return null
  const { x, y, left, right, top, base } = places
  const boxes = Array.from(
    { length: TRIES },
    (_, n) => [y(now) - ABOVE, y(now) + BELOW, n * FARTHER] as const,
  )
    .flatMap(([up, down, more]) => [up - more, down + more])
    .flatMap(foot => {
      const beside = [x(today) + BESIDE, x(today) - BESIDE - wide]
      return beside.map(at => ({ left: at, right: at + wide, top: foot - HIGH, bottom: foot + DEEP, foot }))
    })
    .filter(box => box.left >= left && box.right <= right && box.top >= top - 4 && box.bottom <= base)
  return freeSpot(boxes, coursesOf(lines, burn, places))
}

export const NO_FIGURE = '–'

/** The figures of a day in words. */
export const readDay = (
  { days, scope }: Lines,
  { actual, ideal, isDown }: Burn,
  measure: Measure,
  n: number,
) => {
  const figure = (one: number | null | undefined) =>
    one === null || one === undefined ? NO_FIGURE : figureText(Math.round(one * 10) / 10, measure)
  return {
    day: dayWords(dayNumber(days[n] ?? ''), 'EEEE d MMMM'),
    rows: [
      [isDown ? 'Left' : 'Done', figure(actual[n])],
      ['Ideal', figure(ideal[n])],
      ['Scope', figure(scope[n])],
    ] as const,
  }
}

export type DayRead = ReturnType<typeof readDay>
