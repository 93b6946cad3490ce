/** What people write into; `data-writing` is the line that becomes such a box when it is pressed. */
const FIELDS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [data-writing]'
/** A taller one is a whole text: of it only the line that is being written is kept clear. */
const TALLEST = 320
const GAP = 8
const MOVES = ['resize', 'scroll', 'focusin', 'keyup', 'pointerup'] as const

/** Where somebody writes in a text, over its whole width: their words go on there. */
const lineWritten = (): DOMRect | null => {
  const text = document.activeElement
  const selection = getSelection()
  if (!(text instanceof HTMLElement && text.isContentEditable && selection?.focusNode)) return null
  const caret = document.createRange()
  caret.setStart(selection.focusNode, selection.focusOffset)
  // In an empty line the caret has no measures; the line does.
  const node = selection.focusNode
  const line = node instanceof Element ? (node.children[selection.focusOffset] ?? node) : node.parentElement
  const at = caret.getClientRects()[0] ?? (line === text ? null : line?.getBoundingClientRect())
  const { left, width } = text.getBoundingClientRect()
  return at ? new DOMRect(left, at.top, width, at.height) : null
}

const riseOf = (box: HTMLElement, now: number) => {
  const at = box.getBoundingClientRect()
  const [top, bottom] = [at.top + now, at.bottom + now]
  const written = lineWritten()
  const fields = [
    ...[...document.querySelectorAll(FIELDS)].map(field => field.getBoundingClientRect()),
    ...(written ? [written] : []),
  ]
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
