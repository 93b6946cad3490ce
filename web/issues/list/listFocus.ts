/**
 * The place in a list: the lines as the layout draws them, the focused one, and the line that takes the focus when that
 * goes.
 */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigationType } from 'react-router'
import { changedBy } from '../../data/rows.ts'
import { useIsLed } from '../../shell/led.tsx'
import { isPopupOpen } from '../../ui/popups/isPopupOpen.ts'
import { type Drawn, hasMoved, makeDrawnLines, neighbour, type Stop } from './drawnLines.ts'

export type ListFocus = ReturnType<typeof makeListFocus>

/** How long a popup that closes may keep the focus, and a line far away take to be drawn. */
const PATIENCE = 600
const FIELDS = 'input, textarea, select, [contenteditable="true"]'
const CONTROLS = 'a, button, input, textarea, [tabindex], [contenteditable]'

/** The focused line of a list that was left, by the list's name: coming back finds it again. */
const left = new Map<string, string>()

type Heard = {
  onFocus: (target: Element | null) => void
  onPress: (target: Element | null) => void
  onType: () => void
}

/** Listens until the answered function is called. */
const listenTo = ({ onFocus, onPress, onType }: Heard) => {
  const elementOf = ({ target }: Event) => (target instanceof Element ? target : null)
  const focused = (event: Event) => onFocus(elementOf(event))
  const pressed = (event: Event) => onPress(elementOf(event))
  document.addEventListener('keydown', onType, true)
  document.addEventListener('focusin', focused)
  document.addEventListener('pointerdown', pressed, true)
  return () => {
    document.removeEventListener('keydown', onType, true)
    document.removeEventListener('focusin', focused)
    document.removeEventListener('pointerdown', pressed, true)
  }
}

const makeListFocus = () => {
  const lines = makeDrawnLines()
  const { indexOf, stopAt } = lines
  let last: (Stop & { at: number }) | null = null
  let wanted: string | null = null
  /** Focus that was led here goes on to the first line there is. */
  let wantsFirst = false
  let until = 0
  let frame = 0
  /** The list is not scrolled under a person who works with the pointer. */
  let byPointer = false
  /** One's own key moves the line: it is followed, and once it has the focus again it is to be seen. */
  let follows = Number.NEGATIVE_INFINITY
  let moved = false
  /** The line has gone elsewhere by a change of its fields: work goes on with its neighbour, where the eyes are. */
  let next: Stop | null = null

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
    const target = lines.targetOf(line)
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
    lines.show(stop.line)
    watch()
  }
  const isFollowed = () => performance.now() - follows < PATIENCE
  /** Where an issue stands that a key has moved, or else what stands in its place now. */
  const heir = (lost: Stop & { at: number }): Stop | undefined => {
    const there = lines.stops().filter(stop => stop.id === lost.id)
    const standing = there.find(stop => stop.group === lost.group) ?? there[0]
    if (standing && isFollowed()) return standing
    return next ?? lines.stops()[Math.min(lost.at, lines.stops().length - 1)]
  }
  const restore = () => {
    const isFree = document.activeElement === document.body && !isPopupOpen()
    if (wantsFirst) {
      const [first] = lines.stops()
      if (isFree && !first) return
      wantsFirst = false
      if (isFree && first) return go(first, false)
    }
    if (wanted) {
      // A person who has begun something else meanwhile keeps the focus there.
      if (document.activeElement?.matches(FIELDS) || isPopupOpen()) wanted = null
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
  /** The line of an issue that is meant: the one last looked at, where it stands in several. */
  const indexOfIssue = (id: string) => {
    const known = last?.id === id ? indexOf(last.line) : -1
    return known >= 0 ? known : lines.stops().findIndex(stop => stop.id === id)
  }

  return {
    report: (news: Drawn) => {
      const before = lines.stops()
      lines.replace(news)
      if (wanted || wantsFirst) watch()
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
      lines.tell()
    },
    subscribe: lines.subscribe,
    stops: lines.stops,
    stopAt,
    /** The line that has the focus, or had it last while nothing else has it. */
    line: () => last?.line ?? null,
    go,
    watch,
    /** The next line from here. */
    step: (by: 1 | -1): Stop | undefined => {
      const stops = lines.stops()
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
        lines.show(stop.line)
      }
    },
    /** Back where the list was left: its line takes the focus as soon as it is drawn. */
    comeBack: (name: string) => {
      wanted = left.get(name) ?? null
      if (wanted) watch()
    },
    begin: () => {
      wantsFirst = true
      watch()
    },
    keep: (name: string) => void (last && left.set(name, last.line)),
    leave: (id: string) => {
      const stop = lines.stops()[indexOfIssue(id)]
      if (stop) remember(stop)
      watch()
    },
    listen: () => {
      const stopListening = listenTo({
        onFocus: target => {
          const stop = stopAt(target)
          if (stop) remember(stop)
        },
        onPress: target => {
          // A person who presses on nothing has left the list.
          if (target && !target.closest(CONTROLS)) last = null
          wanted = null
          wantsFirst = false
          byPointer = true
        },
        onType: () => {
          byPointer = false
        },
      })
      return () => {
        cancelAnimationFrame(frame)
        frame = 0
        stopListening()
      }
    },
  }
}

export const useListFocus = (name: string): ListFocus => {
  const [focus] = useState(makeListFocus)
  const isBack = useNavigationType() === 'POP'
  const came = useRef(isBack)
  const led = useRef(useIsLed())
  useLayoutEffect(() => focus.listen(), [focus])
  useEffect(() => {
    if (came.current) focus.comeBack(name)
    if (led.current) focus.begin()
    came.current = false
    led.current = false
    return () => focus.keep(name)
  }, [focus, name])
  return focus
}

/** `holders`: things that may hold the focus in place of a line; when one changes, the focus may have been lost. */
export const useFocusKept = (focus: ListFocus, ...holders: readonly unknown[]) =>
  useEffect(() => focus.watch(), [focus, ...holders])

/** A layout tells its lines before anyone sees them: the next key may already lead there. */
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

/** The present lines, for components that draw by them. */
export const useStops = (focus: ListFocus) => useSyncExternalStore(focus.subscribe, focus.stops)
