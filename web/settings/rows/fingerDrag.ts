/** Rows that a finger moves by their grip: the browser's own dragging is the mouse's, and on most phones there is none. */
import type { PointerEvent as Press } from 'react'

import { type Held, type Point, type Taker, takerAt } from './fingerTargets.ts'

/** A finger trembles so much before it goes anywhere. */
const SLOP = 4
/** So near the edge of what scrolls, it does; so far with each picture. */
const NEAR = 56
const PACE = 8
const WIDEST = 480
const BELOW = 8

const scrollerOf = (row: Element) => {
  for (let box = row.parentElement; box; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  return null
}

/** The picture of the row that goes with the finger; nobody reads or presses it. */
const lift = (row: Element) => {
  const { left, top, width, height } = row.getBoundingClientRect()
  const picture = row.cloneNode(true) as HTMLElement
  for (const name of row.getAttributeNames()) if (name.startsWith('data-')) picture.removeAttribute(name)
  picture.inert = true
  picture.ariaHidden = 'true'
  Object.assign(picture.style, {
    position: 'fixed',
    zIndex: '1',
    background: 'var(--bg-float)',
    boxShadow: 'var(--shadow)',
    borderRadius: 'var(--r-card)',
    pointerEvents: 'none',
    left: `${left}px`,
    top: `${top}px`,
    width: `${Math.min(width, WIDEST)}px`,
    height: `${height}px`,
  })
  document.body.append(picture)
  return {
    // Below the finger, so that the line which shows where it would come stays in sight.
    follow: ({ clientY }: Point) => {
      picture.style.transform = `translateY(${clientY + BELOW - top}px)`
    },
    put: () => picture.remove(),
  }
}

/** Follows the finger, or the pen, on a grip until it is let go, or taken away. */
export const holdRow = (press: Press, held: Held) => {
  const { pointerId } = press
  const row = held.element()
  if (press.pointerType === 'mouse' || held.isFixed || !row) return
  const from: Point = { clientX: press.clientX, clientY: press.clientY }
  const scroller = scrollerOf(row)
  let at = from
  let lifted: ReturnType<typeof lift> | null = null
  let over: Taker | null = null
  let picture = 0
  const look = () => {
    const next = takerAt(at, held)
    if (over !== next) over?.leave()
    over = next
    over?.show(held.id, at)
  }
  const scroll = () => {
    picture = requestAnimationFrame(scroll)
    if (!scroller) return
    const { top, bottom } = scroller.getBoundingClientRect()
    const by = at.clientY < top + NEAR ? -PACE : at.clientY > bottom - NEAR ? PACE : 0
    const was = scroller.scrollTop
    scroller.scrollTop += by
    if (scroller.scrollTop !== was) look()
  }
  const move = (event: Event) => {
    const { clientX, clientY, pointerId: id } = event as PointerEvent
    if (id !== pointerId) return
    at = { clientX, clientY }
    if (!lifted && Math.abs(clientY - from.clientY) < SLOP) return
    if (!lifted) {
      lifted = lift(row)
      held.onHeld(true)
      picture = requestAnimationFrame(scroll)
    }
    lifted.follow(at)
    look()
  }
  const end = (event: Event) => {
    if ((event as PointerEvent).pointerId !== pointerId) return
    for (const [name, hear] of heard) removeEventListener(name, hear)
    row.removeEventListener('dragstart', refuse)
    cancelAnimationFrame(picture)
    if (!lifted) return
    lifted.put()
    held.onHeld(false)
    over?.leave()
    if (event.type === 'pointerup') over?.drop(held.id, at)
  }
  // Some browsers begin their own dragging where a finger rests.
  const refuse = (event: Event) => event.preventDefault()
  row.addEventListener('dragstart', refuse)
  // On the window: the row may be drawn elsewhere meanwhile.
  const heard = [
    ['pointermove', move],
    ['pointerup', end],
    ['pointercancel', end],
  ] as const
  for (const [name, hear] of heard) addEventListener(name, hear)
}
