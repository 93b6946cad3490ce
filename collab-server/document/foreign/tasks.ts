/** Lists of things to do, in the forms in which other programs write that something is done. */
import { childrenOf, each, isBlankText, isElement, styleOf, wrap } from './dom.ts'

/** What is in these is said of them, not of the item around. */
const ITS_OWN = /^(?:UL|OL|PRE|CODE|TABLE|BLOCKQUOTE|DETAILS)$/

/** The box of an item, if that is first in it. */
const boxIn = (item: Element): Element | null => {
  let at: ChildNode | null = item.firstChild
  for (let depth = 0; at && depth < 5; ) {
    if (isBlankText(at) || at.nodeType === 8) at = at.nextSibling
    else if (!isElement(at) || ITS_OWN.test(at.nodeName)) return null
    else if (isBox(at)) return at
    else {
      at = at.firstChild
      depth += 1
    }
  }
  return null
}

const isBox = (element: Element) =>
  (element.nodeName === 'INPUT' && element.getAttribute('type')?.toLowerCase() === 'checkbox') ||
  /^(?:checkbox|menuitemcheckbox)$/.test(element.getAttribute('role') ?? '') ||
  (element.nodeName === 'IMG' && /^(?:un)?checked$/i.test(element.getAttribute('alt') ?? '')) ||
  /(?:^|\s)checkbox(?:\s|$|-)/.test(element.getAttribute('class') ?? '')

const YES = /^(?:true|done|checked|complete|)$/i
/** Attributes that say of an item whether it is done. */
const STATES = ['data-checked', 'aria-checked', 'data-done', 'data-task-state', 'data-list']
const STATE = /^(?:true|false|done|todo|checked|unchecked)$/i

const stateOf = (element: Element): boolean | null => {
  for (const name of STATES) {
    const state = element.getAttribute(name)
    if (state !== null && STATE.test(state)) return YES.test(state)
  }
  const style = /--en-checked:\s*(true|false)/.exec(styleOf(element))?.[1]
  return style ? style === 'true' : null
}

const isChecked = (box: Element): boolean =>
  stateOf(box) ??
  ((box.nodeName === 'INPUT' && box.hasAttribute('checked')) ||
    box.getAttribute('alt')?.toLowerCase() === 'checked' ||
    /checkbox-(?:on|checked)|\bchecked\b/.test(box.getAttribute('class') ?? ''))

const TASK_LIST = /task|to-?do|check/i
const DONE = /(?:^|[\s-])(?:checked|done|completed)(?:\s|$)/i

const WORDS = /^\s*(?:\[([ x])\]|([☐☑☒✅✓🗹]))\s+/iu

/** Takes the box away that is written in words. */
const readWords = (item: Element): boolean | null => {
  let at: ChildNode | null = item.firstChild
  for (let depth = 0; at && depth < 5; depth++) {
    while (at && isBlankText(at)) at = at.nextSibling
    if (!isElement(at) || ITS_OWN.test(at.nodeName)) break
    at = at.firstChild
  }
  const [words, letter, sign] = WORDS.exec(at?.nodeType === 3 ? (at.nodeValue ?? '') : '') ?? []
  if (!at || words === undefined) return null
  at.nodeValue = (at.nodeValue ?? '').slice(words.length)
  return letter ? letter !== ' ' : sign !== '☐'
}

const readTask = (item: Element, list: Element): boolean | null => {
  const box = boxIn(item)
  const own = stateOf(item)
  if (box) {
    const checked = own ?? isChecked(box)
    box.parentNode?.removeChild(box)
    return checked
  }
  if (own !== null) return own
  const names = `${list.getAttribute('class') ?? ''} ${item.getAttribute('class') ?? ''}`
  if (TASK_LIST.test(names)) return DONE.test(item.getAttribute('class') ?? '')
  // Behind a number they are words, as in Markdown.
  return stateOf(list) ?? (list.nodeName === 'UL' ? readWords(item) : null)
}

/** Lists in which items have a box; those beside them without one are in a list of their own. */
export const readTasks = (root: Element) => {
  for (const list of each(root, 'UL OL')) {
    if (list.getAttribute('data-type') === 'taskList') continue
    const items = childrenOf(list).filter(node => node.nodeName === 'LI') as Element[]
    const states = items.map(item => readTask(item, list))
    if (states.every(state => state === null)) continue
    for (const [nth, state] of states.entries()) {
      const item = items[nth]!
      if (state === null) continue
      item.setAttribute('data-type', 'taskItem')
      item.setAttribute('data-checked', String(state))
      // The schema takes what is in one part of it.
      if (item.firstChild) wrap(childrenOf(item), 'div')
    }
    split(list, items, states)
  }
}

const split = (list: Element, items: readonly Element[], states: readonly (boolean | null)[]) => {
  const isTask = (nth: number) => states[nth] !== null
  let [within, before]: [Element, Element] = [list, list]
  for (const [nth, item] of items.entries()) {
    if (nth === 0 || isTask(nth) !== isTask(nth - 1)) {
      within = list.ownerDocument.createElement(isTask(nth) ? 'ul' : list.nodeName)
      if (isTask(nth)) within.setAttribute('data-type', 'taskList')
      before.parentNode!.insertBefore(within, before.nextSibling)
      before = within
    }
    within.appendChild(item)
  }
  list.parentNode?.removeChild(list)
}
