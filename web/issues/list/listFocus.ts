/**
 * The place in a list: the lines as the layout draws them, the focused one, and the line that takes the focus when that
 * goes.
 */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigationType } from 'react-router'
import { changedBy } from '../../data/rows.ts'
import { useIsLed } from '../../shell/led.tsx'
import { isNowhere } from '../../ui/nowhere.ts'
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

/** The memory of a list's focus, from one moment to the next. */
type Memory = {
  last: (Stop & { at: number }) | null
  wanted: string | null
  /** Focus that was led here goes on to the first line there is. */
  wantsFirst: boolean
  /** The list is not scrolled under a person who works with the pointer. */
  byPointer: boolean
  /** One's own key moves the line: it is followed, and once it has the focus again it is to be seen. */
  follows: number
  moved: boolean
  /** The line has gone elsewhere by a change of its fields: work goes on with its neighbour, where the eyes are. */
  next: Stop | null
}

const blank = (): Memory => ({
  last: null,
  wanted: null,
  wantsFirst: false,
  byPointer: false,
  follows: Number.NEGATIVE_INFINITY,
  moved: false,
  next: null,
})

/** Brings the focus to a line, and back to it, as soon as that is drawn. */
const makeHolder = (lines: ReturnType<typeof makeDrawnLines>, memory: Memory) => {
  const { indexOf, stopAt } = lines
  let until = 0
  let frame = 0

  const remember = (stop: Stop) => {
    // A popup that closes gives the focus back to the issue where it is by now: work goes on where it was.
    if (memory.last?.line !== stop.line && memory.last?.id !== stop.id) memory.next = null
    memory.last = { ...stop, at: indexOf(stop.line) }
  }
  const bringIntoSight = (target: HTMLElement) =>
    (target.closest('[role="gridcell"], [role="rowheader"], [data-issue]') ?? target).scrollIntoView({
      block: 'nearest',
      inline: 'nearest',
    })
  const take = (line: string, scrolls: boolean): boolean => {
    const target = lines.targetOf(line)
    if (!target) return false
    memory.wanted = null
    target.focus({ preventScroll: true })
    if (scrolls) bringIntoSight(target)
    return true
  }
  const go = (stop: Stop, scrolls = true) => {
    remember(stop)
    memory.wanted = stop.line
    if (take(stop.line, scrolls)) return
    lines.show(stop.line)
    watch()
  }
  const isFollowed = () => performance.now() - memory.follows < PATIENCE
  /** Where an issue is that a key has moved, or else what is in its place now. */
  const heir = (lost: Stop & { at: number }): Stop | undefined => {
    const there = lines.stops().filter(stop => stop.id === lost.id)
    const standing = there.find(stop => stop.group === lost.group) ?? there[0]
    if (standing && isFollowed()) return standing
    return memory.next ?? lines.stops()[Math.min(lost.at, lines.stops().length - 1)]
  }
  const restore = () => {
    const isFree = isNowhere(document.activeElement) && !isPopupOpen()
    if (memory.wantsFirst) {
      const [first] = lines.stops()
      if (isFree && !first) return
      memory.wantsFirst = false
      if (isFree && first) return go(first, false)
    }
    if (memory.wanted) {
      // A person who has begun something else meanwhile keeps the focus there.
      if (document.activeElement?.matches(FIELDS) || isPopupOpen()) memory.wanted = null
      else take(memory.wanted, true)
      return
    }
    const isHere = memory.last !== null && stopAt(document.activeElement)?.line === memory.last.line
    if (memory.moved && isHere) {
      memory.moved = false
      bringIntoSight(document.activeElement as HTMLElement)
    }
    if (memory.next && (isHere || isFree)) return go(memory.next, !memory.byPointer)
    if (!isFree || !memory.last) return
    // Only scrolled away: it takes the focus again when it is asked for.
    if (indexOf(memory.last.line) >= 0) return void take(memory.last.line, false)
    const stop = heir(memory.last)
    if (stop) go(stop, isFollowed() || !memory.byPointer)
  }
  const tick = () => {
    restore()
    frame = performance.now() < until ? requestAnimationFrame(tick) : 0
    if (frame) return
    memory.wanted = null
    memory.moved = false
    memory.next = null
  }
  /** Something changes that may take the focus away. */
  const watch = () => {
    until = performance.now() + PATIENCE
    frame ||= requestAnimationFrame(tick)
  }
  const rest = () => {
    cancelAnimationFrame(frame)
    frame = 0
  }
  return { remember, go, isFollowed, watch, rest }
}

const makeListFocus = () => {
  const lines = makeDrawnLines()
  const { indexOf, stopAt } = lines
  const memory = blank()
  const { remember, go, isFollowed, watch, rest } = makeHolder(lines, memory)
  /** The line of an issue that is meant: the one last looked at, where it is in several. */
  const indexOfIssue = (id: string) => {
    const known = memory.last?.id === id ? indexOf(memory.last.line) : -1
    return known >= 0 ? known : lines.stops().findIndex(stop => stop.id === id)
  }

  return {
    report: (news: Drawn) => {
      const before = lines.stops()
      lines.replace(news)
      if (memory.wanted || memory.wantsFirst) watch()
      if (memory.last) {
        const at = indexOf(memory.last.line)
        const was = before.findIndex(stop => stop.line === memory.last?.line)
        const isOther = at >= 0 && was >= 0 && hasMoved(before, was, news.stops, at)
        if (isFollowed()) memory.moved ||= isOther
        else if (memory.next && indexOf(memory.next.line) < 0)
          memory.next = neighbour(before, memory.next, before.indexOf(memory.next), news.stops) ?? null
        else if (was >= 0 && (at < 0 || (isOther && changedBy('issue', memory.last.id) === null)))
          memory.next = neighbour(before, memory.last, was, news.stops) ?? null
        if (at >= 0) memory.last.at = at
        watch()
      }
      lines.tell()
    },
    subscribe: lines.subscribe,
    stops: lines.stops,
    stopAt,
    /** The line that has the focus, or had it last while nothing else has it. */
    line: () => memory.last?.line ?? null,
    go,
    watch,
    /** The next line from here. */
    step: (by: 1 | -1): Stop | undefined => {
      const stops = lines.stops()
      const here = stopAt(document.activeElement) ?? (isNowhere(document.activeElement) ? memory.last : null)
      const at = here ? indexOf(here.line) : -1
      // In the place of one that is gone is the one after it.
      const place = at >= 0 ? at + by : here && memory.last ? memory.last.at + Math.min(by, 0) : 0
      const stop = stops[place]
      if (stop) go(stop)
      return stop
    },
    /** After a change the issue is looked for in this group first. */
    expect: (group: string) => {
      if (memory.last) memory.last.group = group
      memory.follows = performance.now()
      watch()
    },
    indexOfIssue,
    /** The list behind an open issue follows it, and takes the focus when that is closed. */
    follow: (stop: Stop) => {
      if (document.activeElement?.closest('[data-line]') || isNowhere(document.activeElement)) go(stop)
      else {
        remember(stop)
        lines.show(stop.line)
      }
    },
    /** Back where the list was left: its line takes the focus as soon as it is drawn. */
    comeBack: (name: string) => {
      memory.wanted = left.get(name) ?? null
      if (memory.wanted) watch()
    },
    begin: () => {
      memory.wantsFirst = true
      watch()
    },
    keep: (name: string) => void (memory.last && left.set(name, memory.last.line)),
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
          if (target && !target.closest(CONTROLS)) memory.last = null
          memory.wanted = null
          memory.wantsFirst = false
          memory.byPointer = true
        },
        onType: () => {
          memory.byPointer = false
        },
      })
      return () => {
        rest()
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

/** A layout says its lines before anyone sees them: the next key may already lead there. */
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
