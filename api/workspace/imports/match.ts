/** Where each value of a source goes: by choice, by name, or by a guess that says why. Pure. */

import { MAX_POINTS, MAX_VALUE, MIN_POINTS } from '#contract/planning/estimates.ts'
import { MEMBER } from '#contract/rules.ts'
import {
  type Import,
  type ImportChoices,
  type ImportSource,
  type Match,
  type MatchKind,
  matchKinds,
} from '#contract/workspace/imports.ts'
import type { Found, FoundColumn, FoundValue } from './found.ts'
import { own } from './named.ts'
import type { Place, PlaceProject } from './place.ts'
import type { Plan } from './plan.ts'
import { targetOf } from './sources/columns.ts'
import { folded, groupOf, priorityOf } from './values.ts'

export const sourceNames: Record<ImportSource, string> = {
  csv: 'a file',
  plane: 'Plane',
  linear: 'Linear',
  jira: 'Jira',
  github: 'GitHub',
  gitlab: 'GitLab',
  trello: 'Trello',
  asana: 'Asana',
  pages: 'an archive',
}

type Answer = Pick<Match, 'to' | 'reason'> & Partial<Pick<Match, 'is_open' | 'is_left_out'>>
export type Matches = Record<MatchKind, Match[]>
type Given = {
  row: Pick<Import, 'source' | 'name' | 'project'>
  found: Found
  choices: ImportChoices
  place: Place
}

const CHOSEN = 'Chosen by you'

/** A column without a known name: a web address is a link, a few words again and again are a label, the rest a line of the text. */
const columnGuess = ({ name, filled, distinct, isWeb }: FoundColumn): Answer => {
  if (filled === 0) return { to: { to: 'skip' }, reason: 'Empty', is_left_out: true }
  if (isWeb) return { to: { to: 'link' }, reason: 'Web addresses' }
  const isLabel = distinct <= 20 && filled >= distinct * 3
  return isLabel
    ? { to: { to: 'label' }, reason: `${distinct} values: labels such as ${name}: …`, is_open: true }
    : { to: { to: 'line' }, reason: 'Tandem has no such field' }
}

/** What each column becomes; those of one name become the same. */
export const columnMatches = ({ row, found, choices }: Pick<Given, 'row' | 'found' | 'choices'>): Match[] => {
  const named = Map.groupBy(found.columns, ({ name }) => name)
  const hasName = found.columns.some(
    ({ name }) => (own(choices.columns, name)?.to ?? targetOf(row.source, name)) === 'name',
  )
  return [...named].map(([name, columns]) => {
    const [first] = columns
    const chosen = own(choices.columns, name)
    const known = targetOf(row.source, name)
    // Without a title nothing can be imported: the first column that holds words is taken for it.
    const isTitle = !hasName && !known && name === found.columns.find(one => one.filled > 0)?.name
    const answer: Answer = chosen
      ? { to: { to: chosen.to }, reason: CHOSEN, is_left_out: chosen.to === 'skip' }
      : known
        ? {
            to: { to: known },
            reason: known === 'skip' ? 'Tandem has no such field' : '',
            is_left_out: known === 'skip',
          }
        : isTitle
          ? { to: { to: 'name' }, reason: 'A guess: no column is called title', is_open: true }
          : columnGuess({ ...first!, filled: columns.reduce((sum, one) => sum + one.filled, 0) })
    return match(
      name,
      { count: columns.reduce((sum, one) => sum + one.filled, 0), detail: first!.sample },
      answer,
    )
  })
}

const match = (value: string, { count, detail }: FoundValue, answer: Answer): Match => ({
  ...{ value, detail, count, is_open: false, is_left_out: false },
  ...answer,
})

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')

/** A free key for a new project: the source's own, otherwise the first letters of its name. */
const freeIdentifier = (wanted: string, name: string, taken: Set<string>): string => {
  const words = name.split(/\s+/).map(letters).filter(Boolean)
  const short = words.length > 1 ? words.map(word => word[0]).join('') : (words[0] ?? '')
  const base = (letters(wanted) || short || 'IMP').slice(0, 5)
  for (let nth = 1; ; nth++) {
    const identifier = nth === 1 ? base : `${base.slice(0, 9)}${nth}`
    if (!taken.has(identifier)) return identifier
  }
}

const intoAnswer = (project: PlaceProject, reason: string): Answer => ({
  to: { to: 'into', id: project.id, name: project.name, identifier: project.identifier },
  reason,
})

const projectAnswer = (
  { row, choices, place }: Given,
  value: string,
  detail: string,
  taken: Set<string>,
): Answer => {
  const chosen = own(choices.projects, value)
  const only = row.project && place.projects.find(({ id }) => id === row.project)
  if (chosen?.to === 'skip')
    return {
      to: { to: 'skip' },
      reason: row.source === 'pages' ? 'Its pages stay behind' : 'Its issues stay behind',
      is_left_out: true,
    }
  if (only) return intoAnswer(only, 'The project of this import')
  const into = chosen?.to === 'into' ? place.projects.find(({ id }) => id === chosen.id) : undefined
  if (into) return intoAnswer(into, CHOSEN)
  const name = (chosen?.name || value || row.name.replace(/\.\w{1,5}$/, '') || 'Imported').slice(0, 255)
  const isNew = chosen?.to === 'new'
  const same = isNew
    ? undefined
    : (detail && place.named.keys.get(detail.toUpperCase())) ||
      place.named.projects.get(folded(name)) ||
      place.named.keys.get(value.toUpperCase())
  if (same)
    return intoAnswer(same, same.identifier === detail.toUpperCase() ? 'The same key' : 'The same name')
  if (!place.isAdmin && place.projects[0])
    return { ...intoAnswer(place.projects[0], 'A guess: choose one of your projects'), is_open: true }
  const wanted = chosen?.identifier || detail || (/^[A-Z][A-Z0-9]{1,11}$/.test(value) ? value : '')
  const identifier = freeIdentifier(wanted, name, taken)
  taken.add(identifier)
  const isFree = letters(wanted) === identifier
  return {
    to: { to: 'new', name, identifier },
    reason: isNew
      ? CHOSEN
      : wanted
        ? isFree
          ? `The key ${identifier} is free`
          : `The key ${wanted} is taken`
        : '',
    is_open: Boolean(wanted) && !isFree && !isNew,
  }
}

const stateAnswer = ({ row, choices, place }: Given, value: string, detail: string): Answer => {
  const chosen = own(choices.states, value)
  if (chosen) return { to: { ...chosen }, reason: CHOSEN }
  const same = place.named.states.get(folded(value))
  if (same) return { to: { name: same.name, group: same.group }, reason: '' }
  const group = groupOf(value, detail)
  const near = place.isAdmin ? undefined : place.states.find(one => one.group === (group ?? 'unstarted'))
  if (near)
    return { to: { name: near.name, group: near.group }, reason: 'A guess: the nearest state', is_open: true }
  const to = { name: value.slice(0, 255), group: group ?? 'unstarted' }
  if (!group) return { to, reason: 'A guess: its name says no group', is_open: true }
  return detail
    ? {
        to,
        reason: `${row.source === 'csv' ? 'The file' : sourceNames[row.source]} files it under ${detail}`,
      }
    : { to, reason: `A guess: it reads as ${group}`, is_open: true }
}

const personAnswer = ({ choices, place }: Given, value: string, detail: string): Answer => {
  const chosen = own(choices.people, value)
  const member = chosen?.to === 'member' ? place.members.find(({ id }) => id === chosen.id) : undefined
  if (member) return { to: { to: 'member', id: member.id, name: member.name }, reason: CHOSEN }
  const isAddress = value.includes('@')
  const name = detail || value
  if (chosen?.to === 'invite' && isAddress && place.isAdmin) {
    return { to: { to: 'invite', role: chosen.role ?? MEMBER, name }, reason: 'Sent when the import starts' }
  }
  if (chosen?.to === 'none')
    return { to: { to: 'none', name }, reason: 'The name stays in the text', is_left_out: true }
  if (chosen?.to === 'name') return { to: { to: 'name', name }, reason: CHOSEN }
  const addressed = place.named.addresses.get(value)
  if (addressed) return { to: { to: 'member', id: addressed.id, name: addressed.name }, reason: '' }
  const like = place.named.people.get(folded(name)) ?? []
  if (like.length === 1)
    return {
      to: { to: 'member', id: like[0]!.id, name: like[0]!.name },
      reason: isAddress ? 'A guess: same name, other address' : 'A guess: same name',
      is_open: true,
    }
  if (place.invited.has(value)) return { to: { to: 'name', name }, reason: 'Invited already' }
  return { to: { to: 'name', name }, reason: isAddress ? 'No account yet' : 'No address to invite' }
}

const labelAnswer = ({ choices, place, found }: Given, value: string): Answer => {
  const chosen = own(choices.labels, value)
  const colour = own(found.values.labels, value)?.colour
  if (chosen)
    return {
      to: { name: chosen.name, ...(colour && { color: colour }) },
      reason: CHOSEN,
      is_left_out: chosen.name === null,
    }
  const same = place.named.labels.get(folded(value))
  return {
    to: { name: same?.name ?? value.slice(0, 255), ...(colour && { color: colour }) },
    reason: same ? '' : 'New',
  }
}

const priorityAnswer = ({ choices }: Given, value: string): Answer => {
  const chosen = own(choices.priorities, value)
  if (chosen) return { to: { to: chosen.to }, reason: CHOSEN }
  const known = priorityOf(value)
  return known
    ? { to: { to: known }, reason: '' }
    : { to: { to: 'none' }, reason: 'A guess: the word is not known', is_open: true }
}

/** The six most used of a source make a new scale; where there is one, the nearest number above. */
const estimateAnswers = ({ found, choices, place }: Given): Match[] => {
  const scale = [...new Set(place.points.map(({ name }) => name))]
  const entries = Object.entries(found.values.estimates).sort(([, a], [, b]) => b.count - a.count)
  const short = entries.filter(([value]) => value.length <= MAX_VALUE)
  const used = new Set(short.slice(0, MAX_POINTS).map(([value]) => value))
  return entries.map(([value, facts]) => {
    const chosen = own(choices.estimates, value)
    if (chosen)
      return match(value, facts, {
        to: { value: chosen.value },
        reason: CHOSEN,
        is_left_out: chosen.value === null,
      })
    if (scale.length === 0 && short.length < MIN_POINTS)
      return match(value, facts, {
        to: { value: null },
        reason: `A scale has ${MIN_POINTS} values at least: it stays in the text`,
        is_left_out: true,
      })
    const same = scale.find(one => folded(one) === folded(value))
    if (same || (scale.length === 0 && used.has(value)))
      return match(value, facts, { to: { value: same ?? value }, reason: '' })
    const among = (scale.length > 0 ? scale : [...used]).filter(one => Number.isFinite(Number(one)))
    const above = Number.isFinite(Number(value))
      ? among.toSorted((a, b) => Number(a) - Number(b)).find(one => Number(one) >= Number(value))
      : undefined
    return above
      ? match(value, facts, {
          to: { value: above },
          reason: `The scale has no ${value}: the nearest above`,
          is_open: true,
        })
      : match(value, facts, {
          to: { value: null },
          reason: 'Not on the scale: it stays in the text',
          is_open: true,
          is_left_out: true,
        })
  })
}

/** The answer to every value that was found, each kind by its frequency. */
export const matchAll = (given: Given): Matches => {
  const { found, place } = given
  const taken = new Set(place.identifiers)
  const each = (kind: Exclude<MatchKind, 'columns'>, answer: (value: string, detail: string) => Answer) =>
    Object.entries(found.values[kind])
      .sort(([, a], [, b]) => b.count - a.count)
      .map(([value, facts]) => match(value, facts, answer(value, facts.detail)))
  return {
    projects: each('projects', (value, detail) => projectAnswer(given, value, detail, taken)),
    states: each('states', (value, detail) => stateAnswer(given, value, detail)),
    people: each('people', (value, detail) => personAnswer(given, value, detail)),
    labels: each('labels', value => labelAnswer(given, value)),
    priorities: each('priorities', value => priorityAnswer(given, value)),
    estimates: estimateAnswers(given),
    columns: columnMatches(given),
  }
}

export const planOf = (matches: Matches): Plan => {
  const answers = matchKinds.map(kind => [
    kind,
    Object.fromEntries(matches[kind].map(({ value, to }) => [value, to])),
  ])
  return { ...(Object.fromEntries(answers) as Omit<Plan, 'used'>), used: {} }
}
