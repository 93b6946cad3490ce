/** Who else is at the place that this tab shows, what they do there, and what its own person does. */
import { useEffect, useSyncExternalStore } from 'react'
import type { HereAt, HerePerson, HerePlace } from '#contract/changes.ts'
import { hearPresence, tell } from '../../data/live.ts'
import { viewer } from '../../data/viewer.ts'

type Doing = HereAt['doing']
const NOBODY: readonly HerePerson[] = []
const WEIGHTIEST: readonly Doing[] = ['moves', 'edits', 'reads']
const NOWHERE = JSON.stringify({ place: null, at: null })

let place: HerePlace | null = null
const doings = new Set<HereAt>()
let others = NOBODY
let atIssues: ReadonlyMap<string, readonly HerePerson[]> = new Map()
const watchers = new Set<() => void>()
let said = NOWHERE

/** What has changed once the screen is drawn: one that follows another leaves no place in between. */
const say = () =>
  queueMicrotask(() => {
    const doing = WEIGHTIEST.find(one => [...doings].some(each => each.doing === one))
    const at = place && ([...doings].find(each => each.doing === doing) ?? null)
    const words = JSON.stringify({ place, at })
    if (words === said) return
    said = words
    tell({ type: 'here', place, at })
  })

const isSame = (one: HerePerson | undefined, other: HerePerson) =>
  JSON.stringify(one) === JSON.stringify(other)

/** People and issues of whom nothing has changed stay what they were: what shows them is not drawn anew. */
const put = (people: readonly HerePerson[]) => {
  const before = new Map(others.map(person => [person.id, person]))
  others = people.map(person => {
    const known = before.get(person.id)
    return known && isSame(known, person) ? known : person
  })
  const busy = Map.groupBy(
    others.filter(person => person.at),
    person => person.at?.issue ?? '',
  )
  atIssues = new Map(
    [...busy].map(([issue, now]) => {
      const known = atIssues.get(issue)
      return [issue, known?.length === now.length && now.every((one, at) => one === known[at]) ? known : now]
    }),
  )
  for (const watcher of [...watchers]) watcher()
}

hearPresence(message => {
  if (message === null) return put(NOBODY)
  if (message.type === 'here') {
    if (message.place.id === place?.id) put(message.people.filter(({ id }) => id !== viewer()?.id))
    return
  }
  // A client that is greeted anew is nowhere until it says where.
  said = NOWHERE
  say()
})

const watch = (tellAgain: () => void) => {
  watchers.add(tellAgain)
  return () => void watchers.delete(tellAgain)
}

/** While this is drawn, the others at the place see that the person is there, and the person who they are. */
export const useOthersAt = (kind: HerePlace['kind'], id: string | null): readonly HerePerson[] => {
  useEffect(() => {
    if (!id) return
    const mine: HerePlace = { kind, id }
    place = mine
    put(NOBODY)
    say()
    return () => {
      // The next screen may have said its own place already.
      if (place !== mine) return
      place = null
      put(NOBODY)
      say()
    }
  }, [kind, id])
  return useSyncExternalStore(watch, () => others)
}

/** The others at one issue of the place; repaints with these alone. */
export const useOthersAtIssue = (issue: string): readonly HerePerson[] =>
  useSyncExternalStore(watch, () => atIssues.get(issue) ?? NOBODY)

/** While this is drawn, the others at the place see that the person does this to the issue. */
export const useDoing = (doing: Doing, issue: string | null) =>
  useEffect(() => {
    if (issue === null) return
    const mine = { issue, doing }
    doings.add(mine)
    say()
    return () => {
      doings.delete(mine)
      say()
    }
  }, [doing, issue])
