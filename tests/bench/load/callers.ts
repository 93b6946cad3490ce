/** Calls that come at planned times, whether or not those before are answered: what a call waited counts from its time. */
import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { dice } from '../../support/dice.ts'
import { type Actor, clock, obey, type Place, type Setting, type Words, watchSelf } from './words.ts'

const PATIENCE_MS = 30_000
/** Each call that waits has a connection of its own, as each browser has. */
const agent = new Agent({ keepAlive: true })

type Call = { kind: string; method: string; path: string; body?: object; mark?: string }

/** Answers the status; 0 where no answer has come in time. */
const send = (origin: string, session: string, { method, path, body }: Call, planned: number) =>
  new Promise<number>(resolve => {
    const over = AbortSignal.timeout(Math.max(1, Math.round(planned + PATIENCE_MS - clock())))
    const sent = request(
      origin + path,
      {
        method,
        agent,
        signal: over,
        headers: { cookie: `session-id=${session}`, ...(body && { 'content-type': 'application/json' }) },
      },
      answer => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', () => resolve(0))
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(body && JSON.stringify(body))
  })

let marks = 0
const newMark = () => `w${marks++}`

/** Of twenty calls twelve read and eight write. */
const mix: ((place: Place, slug: string, chance: ReturnType<typeof dice>) => Call)[] = [
  ...Array.from({ length: 3 }, () => (place: Place) => ({
    kind: 'list',
    method: 'GET',
    path: `${place.path}/issues/?per_page=100`,
  })),
  ...Array.from({ length: 2 }, () => (place: Place) => ({
    kind: 'by state',
    method: 'GET',
    path: `${place.path}/issues/?group_by=state_id&per_page=20&order_by=sort_order`,
  })),
  place => ({
    kind: 'by priority',
    method: 'GET',
    path: `${place.path}/issues/?group_by=priority&sub_group_by=state_id&per_page=10&order_by=-updated_at`,
  }),
  (_, slug) => ({
    kind: 'workspace list',
    method: 'GET',
    path: `/api/workspaces/${slug}/issues/?per_page=100`,
  }),
  ...Array.from({ length: 4 }, () => (place: Place, _: string, chance: ReturnType<typeof dice>) => ({
    kind: 'issue',
    method: 'GET',
    path: `${place.path}/issues/${chance.pick(place.issues)}/`,
  })),
  (_, slug) => ({ kind: 'snapshot', method: 'GET', path: `/api/workspaces/${slug}/bootstrap/` }),
  ...Array.from({ length: 5 }, (_, nth) => (place: Place, _: string, chance: ReturnType<typeof dice>) => {
    const mark = newMark()
    const more = [
      { state_id: chance.pick(place.states) },
      { priority: chance.pick(['urgent', 'high', 'medium', 'low', 'none']) },
      {},
    ][nth % 3]
    return {
      kind: 'change',
      method: 'PATCH',
      path: `${place.path}/issues/${chance.pick(place.issues)}/`,
      body: { name: `Changed ~${mark}~ in the long season`, ...more },
      mark,
    }
  }),
  ...Array.from({ length: 2 }, () => (place: Place, _: string, chance: ReturnType<typeof dice>) => {
    const mark = newMark()
    return {
      kind: 'comment',
      method: 'POST',
      path: `${place.path}/issues/${chance.pick(place.issues)}/comments/`,
      body: { comment_html: `<p>The tide ~${mark}~ turns at noon.</p>` },
      mark,
    }
  }),
  place => {
    const mark = newMark()
    return {
      kind: 'creation',
      method: 'POST',
      path: `${place.path}/issues/`,
      body: { name: `Made ~${mark}~ in the long season`, state_id: place.states[0] },
      mark,
    }
  },
]

/** A call as that person may make it: guests read lists, the others write where they are members. */
const drawn = ({ people, places, slug }: Setting, nth: number, chance: ReturnType<typeof dice>) => {
  const make = mix[nth % mix.length]!
  const isOfOne = nth % mix.length >= 7
  let who: Actor
  do who = chance.pick(people)
  while (isOfOne && who.role === 'guest')
  // Half of all is about the large project.
  const at = who.projects.includes(0) && chance.chance(0.5) ? 0 : chance.pick(who.projects)
  return { who, call: make(places[at]!, slug, chance) }
}

obey({
  run: async ({ setting, seconds, rate }: { setting: Setting; seconds: number; rate: number }) => {
    const chance = dice(7)
    const calls: Words['callers']['calls'] = []
    const written: Words['callers']['written'] = []
    const open = new Set<Promise<void>>()
    const self = watchSelf()
    const began = clock()
    const carryOut = async (nth: number, planned: number) => {
      // Seven and twenty have no divisor in common: the kinds come mixed.
      const { who, call } = drawn(setting, nth * 7, chance)
      const status = await send(setting.origin, who.session, call, planned)
      const answered = clock()
      calls.push({ kind: call.kind, ms: answered - planned, status })
      if (call.mark && status >= 200 && status < 300)
        written.push({ mark: call.mark, from: planned, answered })
    }
    for (let nth = 0; nth < seconds * rate; nth++) {
      const planned = began + (nth * 1000) / rate
      const wait = planned - clock()
      if (wait > 0) await setTimeout(wait)
      const one = carryOut(nth, planned).finally(() => open.delete(one))
      open.add(one)
    }
    const own = self()
    await Promise.all(open)
    return { own, calls, written } satisfies Words['callers']
  },
})
