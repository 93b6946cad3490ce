/** Words in a new title that set its fields: `!high @ann #bug tomorrow`. */

import type { IssueChange } from '#contract/work/issues.ts'
import { priorities } from '#contract/work/issues.ts'
import { dayText, shortDay } from '../../ui/dates/day-words.ts'
import { readDay } from '../../ui/dates/read-day.ts'
import type { NewLine } from './newLine.ts'

type Named = { id: string; name: string }
export type Known = { people: readonly Named[]; labels: readonly Named[] }

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '-')

// By the whole name, or by a beginning that only one has.
const find = (wanted: string, all: readonly Named[]): Named | undefined => {
  const begins = all.filter(one => plain(one.name).startsWith(plain(wanted)))
  return (
    begins.find(one => plain(one.name) === plain(wanted)) ?? (begins.length === 1 ? begins[0] : undefined)
  )
}

const marks = priorities.map(name => ({ id: name, name }))

const takeDay = (text: string): { rest: string; day: Date | null } => {
  // A bare word only where it can mean nothing else: "Paint on Friday" may be the title.
  const found = /^(.*\S)\s+(?:due\s+(.+)|(today|tomorrow))$/i.exec(text)
  const day = found ? readDay(found[2] ?? found[3] ?? '') : null
  return found?.[1] && day ? { rest: found[1], day } : { rest: text, day: null }
}

/** The title without the understood words, and the fields that those set. Other words stay in the title. */
export const readLine = (typed: string, known: Known): { line: NewLine; said: string[] } => {
  const whole = { line: { name: typed.trim() }, said: [] }
  const said: string[] = []
  const set: IssueChange = {}
  const { rest, day } = takeDay(typed.trim())
  const words = rest.split(/\s+/).filter(word => {
    const [sign, wanted] = [word[0], word.slice(1)]
    if (!wanted) return true
    const found = find(
      wanted,
      sign === '!' ? marks : sign === '@' ? known.people : sign === '#' ? known.labels : [],
    )
    if (!found) return true
    if (sign === '!') set.priority = found.id as (typeof priorities)[number]
    else if (sign === '@') set.assignee_ids = [...new Set([...(set.assignee_ids ?? []), found.id])]
    else set.label_ids = [...new Set([...(set.label_ids ?? []), found.id])]
    said.push(found.name)
    return false
  })
  if (day) {
    set.target_date = dayText(day)
    said.push(`due ${shortDay(dayText(day))}`)
  }
  if (words.length === 0) return whole
  return { line: { ...set, name: said.length > 0 ? words.join(' ') : whole.line.name }, said }
}
