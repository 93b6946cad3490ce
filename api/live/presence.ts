import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type HereAt, HerePerson, MOST_HERE } from '#contract/changes.ts'
import type { Wake } from './wake.ts'

/** Comings and goings of so long are reported at once: a client that comes and goes all the time costs no more than one that stays. */
const GATHER_MS = 100
const AGAIN_MS = 10_000
/** A server that has not said for so long who is there with it, is taken for gone. */
const GONE_MS = 3 * AGAIN_MS

/** Messages between servers. `asks`: the sender does not know yet who is there at the others. */
const Word = z.object({
  from: z.string(),
  place: z.string(),
  people: z.array(HerePerson).max(MOST_HERE),
  asks: z.boolean(),
})
type Word = z.infer<typeof Word>

/** A server of another version may word it otherwise: its visitors are unknown here then. */
const wordIn = (said: string): Word | null => {
  try {
    return Word.parse(JSON.parse(said))
  } catch {
    return null
  }
}

/** Somebody at a place, by one socket: two tabs of a person are two. */
export type Visitor = {
  person: string
  at: HereAt | null
  /** May they learn what others do to issues? */
  seesAll: boolean
  tell: (people: HerePerson[]) => void
}

type Spot = {
  /** The visitors of this server, and the last word to each. */
  visitors: Map<Visitor, string>
  elsewhere: Map<string, { people: HerePerson[]; at: number }>
  /** The last word to the other servers; null before the first. */
  said: string | null
  gathering: NodeJS.Timeout | null
}

const WEIGHT = { none: 0, reads: 1, edits: 2, moves: 3 }
const weight = ({ at }: HerePerson) => WEIGHT[at?.doing ?? 'none']

/** Each person once: of several tabs, the one that does most says. */
const peopleOf = (all: Iterable<HerePerson>) => {
  const found = new Map<string, HerePerson>()
  for (const one of all) {
    const known = found.get(one.id)
    if (!known || weight(one) > weight(known)) found.set(one.id, one)
  }
  return [...found.values()].slice(0, MOST_HERE)
}
const local = ({ visitors }: Spot) =>
  peopleOf([...visitors.keys()].map(({ person, at }) => ({ id: person, at })))

/**
 * Informs all visitors of a place who looks at it now, those at other servers as well. Nothing is stored: presence goes
 * with the socket. The caller has judged that the visitor may see the place. The sockets bound the memory that this
 * takes.
 */
export const startPresence = ({ wake, log }: { wake: Wake; log: Logger }) => {
  const own = randomUUID()
  const spots = new Map<string, Spot>()

  const tellServers = (words: Omit<Word, 'from'>[]) => {
    if (words.length === 0) return
    wake
      .say(words.map(word => JSON.stringify({ from: own, ...word } satisfies Word)))
      .catch(error => log.warn({ err: error }, 'the other servers were not told who is here'))
  }
  const tellVisitors = (spot: Spot) => {
    const people = peopleOf([local(spot), ...[...spot.elsewhere.values()].map(one => one.people)].flat())
    const bare = people.map(({ id }) => ({ id, at: null }))
    const [whole, less] = [JSON.stringify(people), JSON.stringify(bare)]
    for (const [visitor, told] of spot.visitors) {
      const now = visitor.seesAll ? whole : less
      if (told === now) continue
      spot.visitors.set(visitor, now)
      visitor.tell(visitor.seesAll ? people : bare)
    }
  }
  /** Informs everyone who there is now. A server that asks is answered, though nothing has changed. */
  const settle = (place: string, spot: Spot) => {
    spot.gathering = null
    tellVisitors(spot)
    const people = local(spot)
    const now = JSON.stringify(people)
    if (now !== spot.said) tellServers([{ place, people, asks: spot.said === null }])
    spot.said = now
    if (people.length === 0) spots.delete(place)
  }
  const changed = (place: string, spot: Spot) => {
    spot.gathering ??= setTimeout(settle, GATHER_MS, place, spot).unref()
  }

  wake.onSaid(said => {
    const word = wordIn(said)
    const spot = word && spots.get(word.place)
    if (!spot || word.from === own) return
    if (word.people.length === 0) spot.elsewhere.delete(word.from)
    else spot.elsewhere.set(word.from, { people: word.people, at: Date.now() })
    // A server that asks informs its own visitors with the question.
    if (word.asks && spot.said !== null) spot.said = ''
    changed(word.place, spot)
  })
  const timer = setInterval(() => {
    for (const spot of spots.values()) {
      for (const [from, { at }] of spot.elsewhere) if (at < Date.now() - GONE_MS) spot.elsewhere.delete(from)
      tellVisitors(spot)
    }
    tellServers([...spots].map(([place, spot]) => ({ place, people: local(spot), asks: false })))
  }, AGAIN_MS)
  timer.unref()

  return {
    /** Answers how to leave, and how to say that the visitor does something else. */
    enter: (place: string, visitor: Visitor) => {
      const spot = spots.get(place) ?? {
        visitors: new Map(),
        elsewhere: new Map(),
        said: null,
        gathering: null,
      }
      spots.set(place, spot)
      spot.visitors.set(visitor, '')
      changed(place, spot)
      return {
        leave: () => {
          if (spot.visitors.delete(visitor)) changed(place, spot)
        },
        turn: (at: HereAt | null) => {
          visitor.at = at
          changed(place, spot)
        },
      }
    },
    close: () => {
      clearInterval(timer)
      for (const { gathering } of spots.values()) clearTimeout(gathering ?? undefined)
    },
  }
}

export type Presence = ReturnType<typeof startPresence>
