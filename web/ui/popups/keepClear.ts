/** What people write into; `data-writing` is the line that becomes such a box when it is pressed. */
const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [data-writing]'
/** A taller one is a whole text: nothing could keep clear of it. */
const TALLEST = 320
const GAP = 8
const MOVES = ['resize', 'scroll', 'focusin', 'keyup'] as const

const riseOf = (box: HTMLElement, now: number) => {
  const at = box.getBoundingClientRect()
  const [top, bottom] = [at.top + now, at.bottom + now]
  const fields = [...document.querySelectorAll(FIELDS)]
    .map(field => field.getBoundingClientRect())
    .filter(one => one.left < at.right && one.right > at.left && one.width > 1 && one.height <= TALLEST)
    .sort((one, other) => other.bottom - one.bottom)
  let rise = 0
  for (const field of fields)
    if (field.top < bottom - rise && field.bottom > top - rise) rise = bottom - field.top + GAP
  // Without a free place it stays where it is looked for.
  return top - rise < GAP ? 0 : rise
}

/** Lifts a box at the foot of the screen above the fields that it would cover, until that is stopped. */
export const keepClear = (box: HTMLElement) => {
  let rise = 0
  const lift = () => {
    rise = riseOf(box, rise)
    box.style.marginBottom = `${rise}px`
  }
  lift()
  for (const move of MOVES) addEventListener(move, lift, { capture: true, passive: true })
  return () => {
    for (const move of MOVES) removeEventListener(move, lift, { capture: true })
    box.style.marginBottom = ''
  }
}
