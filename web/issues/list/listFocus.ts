/** Where one is in a list: the lines as the layout draws them, the one with the focus, and what takes it when that goes. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigationType } from 'react-router'
import { changedBy } from '../../data/rows.ts'

/** One line of an issue: it may stand in several groups, and below its parent. */
export type Stop = { line: string; id: string; group: string; sub?: string }

type Drawn = {
  /** In the order in which J leads through them. */
  stops: readonly Stop[]
  /** Scrolls to a line that is too far away to be drawn. */
  show: (line: string) => void
  /** What of a line takes the focus; without it its title. */
  target?: (node: HTMLElement) => HTMLElement | null
}

export type ListFocus = ReturnType<typeof makeListFocus>

/** How long a popup that closes may keep the focus, and a line far away take to be drawn. */
const PATIENCE = 600
const POPUPS = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const FIELDS = 'input, textarea, select, [contenteditable="true"]'
const CONTROLS = 'a, button, input, textarea, [tabindex], [contenteditable]'

const nodeOf = (line: string) => document.querySelector<HTMLElement>(`[data-line="${CSS.escape(line)}"]`)
/** The line that had the focus when a list was left, by the name of the list: whoever comes back finds it there. */
const left = new Map<string, string>()

/** What stands closest to a line of a list, of those that a later list still has: below it first, in its group first. */
const neighbour = (
  stops: readonly Stop[],
  lost: Stop,
  at: number,
  later: readonly Stop[],
): Stop | undefined => {
  const stays = new Set(later.map(stop => stop.line))
  const near = [...stops.slice(at + 1), ...stops.slice(0, at).reverse()].filter(
    stop => stays.has(stop.line) && stop.id !== lost.id,
  )
  return near.find(stop => stop.group === lost.group && stop.sub === lost.sub) ?? near[0]
}

/** Does a line stand between others than before? What is put in or taken out beside it moves nobody. */
const hasMoved = (before: readonly Stop[], was: number, after: readonly Stop[], is: number): boolean => {
  const places = new Map(after.map((stop, at) => [stop.line, at]))
  const above = before.slice(0, was).findLast(stop => places.has(stop.line))
  const below = before.slice(was + 1).find(stop => places.has(stop.line))
  return (
    (above !== undefined && (places.get(above.line) ?? 0) > is) ||
    (below !== undefined && (places.get(below.line) ?? 0) < is)
  )
}

export const titleOf = (node: Element | null) => node?.querySelector<HTMLElement>('[data-title]') ?? null

const makeListFocus = () => {
  let drawn: Drawn = { stops: [], show: () => {} }
  let last: (Stop & { at: number }) | null = null
  let wanted: string | null = null
  let until = 0
  let frame = 0
  /** Who works with the pointer is not taken from what they look at. */
  let byPointer = false
  /** One's own key moves the line: it is followed, and once it has the focus again it is to be seen. */
  let follows = Number.NEGATIVE_INFINITY
  let moved = false
  /** The line has gone elsewhere by a change of its fields: work goes on with what stood beside it, where one looks. */
  let next: Stop | null = null
  const listeners = new Set<() => void>()

  const indexOf = (line: string | undefined) => drawn.stops.findIndex(stop => stop.line === line)
  const remember = (stop: Stop) => {
    // A popup that closes gives the focus back to the issue where it stands by now: work goes on where it stood.
    if (last?.line !== stop.line && last?.id !== stop.id) next = null
    last = { ...stop, at: indexOf(stop.line) }
  }
  const bringIntoSight = (target: HTMLElement) =>
    (target.closest('[role="gridcell"], [role="rowheader"], [data-issue]') ?? target).scrollIntoView({
      block: 'nearest',
      inline: 'nearest',
    })
  const take = (line: string, scrolls: boolean): boolean => {
    const node = nodeOf(line)
    const target = node && (drawn.target?.(node) ?? titleOf(node))
    if (!target) return false
    wanted = null
    target.focus({ preventScroll: true })
    if (scrolls) bringIntoSight(target)
    return true
  }
  const go = (stop: Stop, scrolls = true) => {
    remember(stop)
    wanted = stop.line
    if (take(stop.line, scrolls)) return
    drawn.show(stop.line)
    watch()
  }
  const isFollowed = () => performance.now() - follows < PATIENCE
  /** Where an issue stands that a key has moved, or else what stands in its place now. */
  const heir = (lost: Stop & { at: number }): Stop | undefined => {
    const there = drawn.stops.filter(stop => stop.id === lost.id)
    const standing = there.find(stop => stop.group === lost.group) ?? there[0]
    if (standing && isFollowed()) return standing
    return next ?? drawn.stops[Math.min(lost.at, drawn.stops.length - 1)]
  }
  const restore = () => {
    const isFree = document.activeElement === document.body && !document.querySelector(POPUPS)
    if (wanted) {
      // Whoever has begun something else meanwhile is not called back.
      if (document.activeElement?.matches(FIELDS) || document.querySelector(POPUPS)) wanted = null
      else take(wanted, true)
      return
    }
    const isHere = last !== null && stopAt(document.activeElement)?.line === last.line
    if (moved && isHere) {
      moved = false
      bringIntoSight(document.activeElement as HTMLElement)
    }
    if (next && (isHere || isFree)) return go(next, !byPointer)
    if (!isFree || !last) return
    // Only scrolled away: it takes the focus again when it is asked for.
    if (indexOf(last.line) >= 0) return void take(last.line, false)
    const stop = heir(last)
    if (stop) go(stop, isFollowed() || !byPointer)
  }
  const tick = () => {
    restore()
    frame = performance.now() < until ? requestAnimationFrame(tick) : 0
    if (frame) return
    wanted = null
    moved = false
    next = null
  }
  /** Something changes that may take the focus away. */
  const watch = () => {
    until = performance.now() + PATIENCE
    frame ||= requestAnimationFrame(tick)
  }
  const stopAt = (node: Element | null | undefined) => {
    const line = node?.closest<HTMLElement>('[data-line]')?.dataset.line
    return line === undefined ? undefined : drawn.stops[indexOf(line)]
  }
  /** The line of an issue that is meant: the one last looked at, where it stands in several. */
  const indexOfIssue = (id: string) => {
    const known = last?.id === id ? indexOf(last.line) : -1
    return known >= 0 ? known : drawn.stops.findIndex(stop => stop.id === id)
  }

  return {
    report: (news: Drawn) => {
      const before = drawn.stops
      drawn = news
      if (wanted) watch()
      if (last) {
        const at = indexOf(last.line)
        const was = before.findIndex(stop => stop.line === last?.line)
        const isOther = at >= 0 && was >= 0 && hasMoved(before, was, news.stops, at)
        if (isFollowed()) moved ||= isOther
        else if (next && indexOf(next.line) < 0)
          next = neighbour(before, next, before.indexOf(next), news.stops) ?? null
        else if (was >= 0 && (at < 0 || (isOther && changedBy('issue', last.id) === null)))
          next = neighbour(before, last, was, news.stops) ?? null
        if (at >= 0) last.at = at
        watch()
      }
      for (const tell of listeners) tell()
    },
    subscribe: (tell: () => void) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    stops: () => drawn.stops,
    stopAt,
    /** The line that has the focus, or had it last while nothing else has it. */
    line: () => last?.line ?? null,
    go,
    watch,
    /** The next line from here. */
    step: (by: 1 | -1): Stop | undefined => {
      const { stops } = drawn
      const here = stopAt(document.activeElement) ?? (document.activeElement === document.body ? last : null)
      const at = here ? indexOf(here.line) : -1
      // In the place of one that is gone stands the one after it.
      const next = at >= 0 ? at + by : here && last ? last.at + Math.min(by, 0) : 0
      const stop = stops[next]
      if (stop) go(stop)
      return stop
    },
    /** After a change the issue is looked for in this group first. */
    expect: (group: string) => {
      if (last) last.group = group
      follows = performance.now()
      watch()
    },
    indexOfIssue,
    /** The list behind an open issue follows it, and takes the focus when that is closed. */
    follow: (stop: Stop) => {
      if (document.activeElement?.closest('[data-line]') || document.activeElement === document.body) go(stop)
      else {
        remember(stop)
        drawn.show(stop.line)
      }
    },
    /** Back where the list was left: its line takes the focus as soon as it is drawn. */
    comeBack: (name: string) => {
      wanted = left.get(name) ?? null
      if (wanted) watch()
    },
    keep: (name: string) => void (last && left.set(name, last.line)),
    leave: (id: string) => {
      const stop = drawn.stops[indexOfIssue(id)]
      if (stop) remember(stop)
      watch()
    },
    listen: () => {
      const focused = ({ target }: FocusEvent) => {
        const stop = target instanceof Element ? stopAt(target) : undefined
        if (stop) remember(stop)
      }
      // Who presses on nothing has left.
      const pressed = ({ target }: PointerEvent) => {
        if (target instanceof Element && !target.closest(CONTROLS)) last = null
        wanted = null
        byPointer = true
      }
      const typed = () => {
        byPointer = false
      }
      document.addEventListener('keydown', typed, true)
      document.addEventListener('focusin', focused)
      document.addEventListener('pointerdown', pressed, true)
      return () => {
        cancelAnimationFrame(frame)
        frame = 0
        document.removeEventListener('keydown', typed, true)
        document.removeEventListener('focusin', focused)
        document.removeEventListener('pointerdown', pressed, true)
      }
    },
  }
}

export const useListFocus = (name: string): ListFocus => {
  const [focus] = useState(makeListFocus)
  const isBack = useNavigationType() === 'POP'
  const came = useRef(isBack)
  useLayoutEffect(() => focus.listen(), [focus])
  useEffect(() => {
    if (came.current) focus.comeBack(name)
    came.current = false
    return () => focus.keep(name)
  }, [focus, name])
  return focus
}

/** `holders`: whatever may hold the focus in place of a line; when one changes, it may have been lost. */
export const useFocusKept = (focus: ListFocus, ...holders: readonly unknown[]) =>
  useEffect(() => focus.watch(), [focus, ...holders])

/** A layout says what it draws, before anyone sees it: the next key may already lead there. */
export const useDrawn = (focus: ListFocus, stops: readonly Stop[], how: Omit<Drawn, 'stops'>) => {
  const latest = useRef(how)
  useLayoutEffect(() => {
    latest.current = how
  })
  useLayoutEffect(
    () =>
      focus.report({
        stops,
        show: line => latest.current.show(line),
        target: node => latest.current.target?.(node) ?? null,
      }),
    [focus, stops],
  )
}

/** The lines as they stand now, for what is drawn by them. */
export const useStops = (focus: ListFocus) => useSyncExternalStore(focus.subscribe, focus.stops)
