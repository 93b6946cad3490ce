/** Values of other tools read as ours: days, moments, priorities, people and states. Each is pure and linear in its text. */
import type { Priority } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/workspace/imports.ts'
import type { SourcePerson } from './draft.ts'
import { monthOf } from './months.ts'

/** Longer than any date or name; what is longer is not read as one. */
const LONGEST = 100

export type DayOrder = 'day' | 'month' | null

const pad = (part: number) => String(part).padStart(2, '0')
const wholeYear = (year: number) => (year >= 100 ? year : year + (year < 70 ? 2000 : 1900))

const dayOf = (year: number, month: number, date: number): string | null => {
  const made = new Date(Date.UTC(year, month - 1, date))
  const isReal =
    made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === date
  return isReal && year >= 1900 && year < 2200 ? `${year}-${pad(month)}-${pad(date)}` : null
}

type Moment = { day: string; hours: number; minutes: number; seconds: number; zone: number | null }

const timeIn = (text: string): Pick<Moment, 'hours' | 'minutes' | 'seconds' | 'zone'> => {
  const found = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d{1,9})?\s*([ap]\.?\s?m\b)?/i.exec(text)
  if (!found) return { hours: 0, minutes: 0, seconds: 0, zone: null }
  const [, hour, minute, second, half] = found
  const twelve = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour)
  const after = text.slice(found.index + found[0].length)
  const offset = /^[.\s]*(?:gmt|utc|z)?\s*([+-])(\d{1,2})(?::?(\d{2}))?(?!\d)/i.exec(after)
  const isUtc = /z|utc|gmt/i.test(after)
  const zone = offset
    ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
    : isUtc
      ? 0
      : null
  return { hours: twelve, minutes: Number(minute), seconds: Number(second ?? 0), zone }
}

/** The two numbers of a date that could be either way round: the day is first where one says so by being over twelve. */
export const orderIn = (text: string): DayOrder => {
  const found = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(text.trim().slice(0, LONGEST))
  if (!found) return null
  const [first, second] = [Number(found[1]), Number(found[2])]
  if (first > 12 && second <= 12) return 'day'
  return second > 12 && first <= 12 ? 'month' : null
}

const dateIn = (text: string, order: DayOrder): string | null => {
  const iso = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})\b/.exec(text)
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), wholeYear(Number(numbers[3]))]
    return (orderIn(text) ?? order ?? 'day') === 'day'
      ? dayOf(year, second, first)
      : dayOf(year, first, second)
  }
  const named = (day: string, name: string, year: string) => {
    const month = monthOf(name)
    return month === null ? null : dayOf(wholeYear(Number(year)), month, Number(day))
  }
  const words = text.normalize('NFKC')
  const dayFirst =
    /^(?:\p{L}{2,12}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s/.-]+(?:de\s+)?(\p{L}{3,12})\.?,?[\s/.-]+(?:de\s+)?(\d{2,4})\b/iu.exec(
      words,
    )
  if (dayFirst) return named(dayFirst[1]!, dayFirst[2]!, dayFirst[3]!)
  const monthFirst =
    /^(?:\p{L}{2,12}\.?,?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/iu.exec(words)
  return monthFirst ? named(monthFirst[2]!, monthFirst[1]!, monthFirst[3]!) : null
}

/** A date as a day (`2026-11-28`); null for what is none. Milliseconds since 1970 are one as well. */
export const readDay = (text: string, order: DayOrder): string | null => {
  const given = text.trim()
  if (given.length > LONGEST) return null
  if (/^\d{11,14}$/.test(given)) return new Date(Number(given)).toISOString().slice(0, 10)
  return dateIn(given, order)
}

/** A date with its time as a moment in UTC; a time without a zone is taken as UTC. */
export const readMoment = (text: string, order: DayOrder): string | null => {
  const given = text.trim()
  if (given.length > LONGEST) return null
  if (/^\d{11,14}$/.test(given)) return new Date(Number(given)).toISOString()
  const day = dateIn(given, order)
  if (!day) return null
  const { hours, minutes, seconds, zone } = timeIn(given.slice(6))
  const at = Date.parse(`${day}T00:00:00Z`) + ((hours * 60 + minutes - (zone ?? 0)) * 60 + seconds) * 1000
  return new Date(at).toISOString()
}

const PRIORITIES: Record<Priority, readonly string[]> = {
  urgent: ['urgent', 'blocker', 'highest', 'critical', 'p0', '1'],
  high: ['high', 'major', 'p1', '2'],
  medium: ['medium', 'normal', 'moderate', 'p2', '3'],
  low: ['low', 'minor', 'lowest', 'trivial', 'p3', '4'],
  none: ['', 'none', 'no priority', 'no', 'null', '0', '-'],
}

/** Our priority for a word of another tool; null where the word is not known. */
export const priorityOf = (word: string): Priority | null => {
  const clean = word.trim().toLowerCase().replace(/\.0$/, '')
  for (const [priority, words] of Object.entries(PRIORITIES))
    if (words.includes(clean)) return priority as Priority
  return null
}

type Group = (typeof stateGroups)[number]

const CANCELLED = /cancel|won.?t|wont|abandon|reject|duplicate|invalid|not.?planned|obsolete/
/** Words of other tools for the groups of states, the more specific first. */
const GROUP_WORDS: [Group, RegExp][] = [
  ['cancelled', CANCELLED],
  ['completed', /done|complete|closed|resolved|finish|released|shipped|merged|deployed|archived|accepted/],
  [
    'started',
    /progress|doing|started|review|testing|test|qa|active|indeterminate|wip|verify|waiting|blocked|develop/,
  ],
  ['backlog', /backlog|icebox|triage|idea|someday|later|inbox/],
  ['unstarted', /to.?do|new|open|next|ready|planned|selected|unstarted|queue|reopened/],
]

/** The group that a state belongs to by its name, or by the category that its source gives; null where neither says it. */
export const groupOf = (name: string, category: string): Group | null => {
  for (const words of [category, name]) {
    const clean = words.trim().toLowerCase().slice(0, LONGEST)
    if (!clean) continue
    const own = stateGroups.find(group => group === clean)
    if (own) return own
    const group = GROUP_WORDS.find(([, pattern]) => pattern.test(clean))?.[0]
    // A category of three calls done what will not be done, too.
    if (group === 'completed' && CANCELLED.test(name.toLowerCase().slice(0, LONGEST))) return 'cancelled'
    if (group) return group
  }
  return null
}

const ADDRESS = /[^\s<>()",;:@]{1,64}@[^\s<>()",;:@]{1,255}/

/** A person by name, by address, or by both as in `Ines Cavaco <ines@example.org>`; null for no name at all. */
export const readPerson = (text: string): SourcePerson | null => {
  const given = text.trim().slice(0, 320)
  if (!given || /^(null|none|unassigned|-)$/i.test(given)) return null
  const address = ADDRESS.exec(given)?.[0].toLowerCase() ?? null
  const name = address
    ? given
        .replace(ADDRESS, '')
        .replace(/[<>()",]/g, '')
        .trim()
    : given
  return { key: address ?? given.toLowerCase(), name: name || given, address }
}

/** Folds a name for comparing: case, blanks and the form of its letters make no difference. */
export const folded = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Takes off the sign that exports put before what a spreadsheet would read as a formula. */
export const unguarded = (cell: string): string =>
  /^'[=+\-@\t\r\n＝＋－＠∑√<>]/.test(cell) ? cell.slice(1) : cell

/** A number as it is written plainly: `4.0` is `4`, and a comma before one or two digits is a decimal one. Other words stay. */
export const plainNumber = (text: string): string => {
  const found = /^([+-]?\d+)(?:\.(\d+)|,(\d{1,2}))?$/.exec(text.trim())
  if (!found) return text
  const [, whole = '', point, comma] = found
  const rest = (point ?? comma ?? '').replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : whole
}
