/** A service as a source: asked page by page, and on from the page and place where a reading ended. */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Draft, emptyDraft, type SourcePerson, type Staged } from '../draft.ts'
import { type Source, Unreadable } from '../read/source.ts'
import { readMoment } from '../values.ts'
import type { Client } from './client.ts'

export type Item = { draft: Draft; fault?: string }
export type Page = {
  items: Item[]
  /** What asks for the next page; null at the end. */
  next: string | null
  /** Of all pages, where the service says it. */
  total?: number
}

const Place = z.object({ page: z.string().nullable(), skip: z.number(), nth: z.number() })

/** `load` answers a page: the first by null, others by `next` of the one before. */
export const pagedSource = (
  client: Client,
  load: (page: string | null) => Promise<Page>,
  cursor: string | null,
): Source => {
  let at = cursor ? Place.parse(JSON.parse(cursor)) : { page: null, skip: 0, nth: 0 }
  let total = 0
  async function* rows(): AsyncGenerator<Staged, void> {
    const seen = new Set<string | null>()
    for (;;) {
      seen.add(at.page)
      const page = await load(at.page)
      total = page.total ?? total
      for (const { draft, fault } of page.items.slice(at.skip)) {
        at = { ...at, skip: at.skip + 1, nth: at.nth + 1 }
        yield { line: at.nth, cells: draft, cursor: JSON.stringify(at), ...(fault ? { fault } : {}) }
        await setImmediate()
      }
      if (page.next === null) return
      // It would go on for ever.
      if (seen.has(page.next))
        throw new Unreadable(`${client.name} gave the same page twice: the reading would never end.`)
      at = { page: page.next, skip: 0, nth: at.nth }
    }
  }
  return {
    rows: rows(),
    format: null,
    progress: done => ({ done, total: Math.max(total, done) }),
    waits: client.waits,
    end: client.end,
  }
}

/** A person of a service, by their address where it is known, otherwise by their name. */
export const personOf = (name: string | null | undefined, address?: string | null): SourcePerson | null => {
  const words = (name ?? '').trim().slice(0, 255)
  const mail = address?.trim().toLowerCase().slice(0, 320) || null
  if (!words && !mail) return null
  return { key: mail ?? words, name: words || mail!, address: mail }
}

export const peopleOf = (all: readonly (SourcePerson | null)[]): SourcePerson[] => [
  ...new Map(all.flatMap(one => (one ? [[one.key, one] as const] : []))).values(),
]

export const momentOf = (text: string | null | undefined): string | null =>
  text ? readMoment(text, null) : null
export const dayOf = (text: string | null | undefined): string | null => momentOf(text)?.slice(0, 10) ?? null

/** The last whole day of a time that ends at this moment: the next one may begin on the same day. */
export const lastDayOf = (
  start: string | null | undefined,
  end: string | null | undefined,
): string | null => {
  const [from, to] = [dayOf(start), momentOf(end)]
  if (!to) return null
  const day = new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10)
  return from && day < from ? to.slice(0, 10) : day
}

/** Colours of labels by their names, as `#rrggbb`. */
export const coloursOf = (
  labels: readonly { name?: string | null | undefined; color?: string | null | undefined }[],
): Record<string, string> =>
  Object.fromEntries(
    labels.flatMap(({ name, color }) => {
      const hex = /^#?([0-9a-f]{6})$/i.exec(color ?? '')?.[1]
      return name && hex ? [[name, `#${hex.toLowerCase()}`]] : []
    }),
  )

/** Blanks and breaks of a title as one blank each. */
export const titleOf = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** A draft with these values. */
export const draftOf = (values: Partial<Draft>): Draft => ({ ...emptyDraft(), ...values })
