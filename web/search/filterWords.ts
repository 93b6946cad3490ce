/** A filter of a search in words: as a chip, and in the sentences where nothing is found. */
import { isAmong } from '#contract/keys.ts'
import { type FindAnswer, foundKinds } from '#contract/lists/search.ts'
import { shortDay } from '../ui/dates/day-words.ts'
import type { IconName } from '../ui/icons.tsx'
import { kindWords, stateWords, timeWords } from './hits.ts'

export type SaidFilter = {
  word: string
  totalWithout: number
  icon: IconName
  field: string
  operator: string
  value: string
  /** Behind "Nothing about these words". */
  tail: string
  /** "Search any time" takes it away. */
  all: string
}

const small = (text: string) => text.replace(/^./, first => first.toLowerCase())
const large = (text: string) => text.replace(/^./, first => first.toUpperCase())

// A month or a year stays as it was typed.
const dayWords = (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? shortDay(value, true) : value)

const ofTime = (name: string, value: string, known: string | undefined) => {
  const look = { icon: 'calendar', field: 'Time', all: 'any time' } as const
  if (known) {
    const tail = known === 'Today' ? ' today' : ` in the ${small(known)}`
    return { ...look, operator: 'is', value: known, tail }
  }
  const day = dayWords(value)
  return name === 'after'
    ? { ...look, operator: 'from', value: day, tail: ` since ${day}` }
    : { ...look, operator: 'before', value: day, tail: ` before ${day}` }
}

/** The filters of a query that was answered, in the order of the query. */
export const saidFilters = ({ facets, filters }: FindAnswer): SaidFilter[] =>
  filters.map(({ word, total_without: totalWithout }) => {
    const at = word.indexOf(':')
    const name = word.slice(0, at)
    const value = word.slice(at + 1).replace(/^"|"$/g, '')
    const named = Object.values(facets)
      .flat()
      .find(choice => choice.word.toLowerCase() === word.toLowerCase())
    const base = { word, totalWithout, operator: 'is' }
    if (name === 'in') {
      const project = named?.name ?? value.toUpperCase()
      return {
        ...base,
        ...{
          icon: 'briefcase',
          field: 'Project',
          value: project,
          tail: ` in ${project}`,
          all: 'all projects',
        },
      }
    }
    if (name === 'by') {
      const isMe = value === 'me'
      const person = named?.name ?? large(value)
      const tail = ` by ${isMe ? 'you' : person}`
      return {
        ...base,
        ...{
          icon: 'circle-user',
          field: 'Person',
          value: isMe ? 'Me' : person,
          tail,
          all: 'what everyone wrote',
        },
      }
    }
    if (name === 'is') {
      const state = stateWords[value] ?? large(value)
      return { ...base, icon: 'circle-dot', field: 'State', value: state, tail: '', all: 'all states' }
    }
    if (name === 'kind') {
      const kind = isAmong(foundKinds, value) ? kindWords[value].many : large(value)
      return { ...base, icon: 'layers', field: 'Kind', value: kind, tail: '', all: 'all kinds' }
    }
    return { ...base, ...ofTime(name, value, named && timeWords[named.id]) }
  })
