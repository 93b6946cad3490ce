/**
 * Components whose module comes when they are first shown. React's own way holds a part back for 300 ms after it has shown
 * something in its place, once for each part within a part; a screen that is ready should be seen.
 */
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import { whenQuiet } from '../quiet.ts'
import { toast } from './Toast.tsx'

type Shown = {
  /** Shown until it has come. */
  meanwhile?: ReactNode
  /** Not asked for yet: it comes with the parts fetched ahead. */
  unhurried?: boolean
  /** Nobody asked for it: where it cannot be had nothing is said. */
  unasked?: boolean
}
export type Later<P> = ComponentType<P & Shown> & {
  /** Fetches it before it is shown. */
  load: () => Promise<void>
}

export type When = 'soon' | 'next'
type Source<P> = { load: () => Promise<void>; Part: ComponentType<P> | null; waiting: Set<() => void> }

const Arriving = <P extends object>(all: { of: Source<P>; props: P } & Shown) => {
  const { of, meanwhile, unhurried, unasked, props } = all
  const [, arrived] = useState(false)
  useLayoutEffect(() => {
    if (of.Part) return
    const tell = () => arrived(true)
    of.waiting.add(tell)
    if (!unhurried)
      // A browser does not ask twice for a module that failed.
      of.load().catch(() => unasked || toast.reload('This part could not be loaded. What you wrote is kept.'))
    return () => void of.waiting.delete(tell)
  }, [of, unhurried, unasked])
  return of.Part ? <of.Part {...props} /> : meanwhile
}

/** First the parts that a key or a press opens here, then the other screens. */
const ahead: Record<When, (() => Promise<void>)[]> = { soon: [], next: [] }

/**
 * `meanwhile` is shown where the component will be. With `when` it is fetched once the first screen is drawn: it must open at once
 * then, and offline as well.
 */
export const later = <P extends object>(fetch: () => Promise<ComponentType<P>>, when?: When): Later<P> => {
  const source: Source<P> = {
    Part: null,
    waiting: new Set(),
    load: async () => {
      source.Part = await fetch()
      for (const tell of source.waiting) tell()
    },
  }
  if (when) ahead[when].push(source.load)
  const show = ({ meanwhile = null, unhurried = false, unasked = false, ...props }: P & Shown) => (
    // The other props are the component's own.
    <Arriving of={source} {...{ meanwhile, unhurried, unasked }} props={props as P} />
  )
  return Object.assign(show, { load: source.load })
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** A scroll or a press that begins meanwhile waits for so many parts, and no more. */
const TOGETHER = 4

/**
 * Fetches what was marked while nobody scrolls, types or waits for an answer: the small parts of this screen a few at a time,
 * others one by one. Where people save data, each part comes when it is asked for. `isAway` stops it before the other screens, which
 * a start without the server may never have kept: a browser does not ask again for a module that failed. Call it once more
 * when the server is back.
 */
export const fetchAhead = async (isAsking: () => boolean, isAway: () => boolean) => {
  if (savesData()) return
  // A fetched part may mark further ones: they are added, and reached.
  while (ahead.soon.length + ahead.next.length > 0) {
    await whenQuiet(isAsking)
    if (ahead.soon.length === 0 && isAway()) return
    const parts = ahead.soon.length > 0 ? ahead.soon.splice(0, TOGETHER) : ahead.next.splice(0, 1)
    await Promise.allSettled(parts.map(load => load()))
  }
}
