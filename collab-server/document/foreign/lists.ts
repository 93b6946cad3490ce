/** Lists of other programs: those that Word writes as paragraphs, and those that are directly in one another. */
import { each, styled, styleOf, wordsOf } from './dom.ts'

const NUMBER = /^\W*(?:\d+\.)*(\d+|[a-z]|[ivxlcdm]+)[.)]/i

/** The number that a sign says; null for a bullet. Letters and Roman numbers beyond the first are no beginnings. */
const numberOf = (sign: string): number | null => {
  const [, number] = NUMBER.exec(sign.replace(/[\s\u00a0]+/g, '')) ?? []
  if (!number) return null
  return /^\d+$/.test(number) ? Number(number) : 1
}

/** Takes the sign away, whatever it is. */
const takeSign = (line: Element): string => {
  const signs = styled(line, /mso-list:\s*ignore/i, 'SPAN')
  const words = signs.map(wordsOf).join('')
  for (const sign of signs) sign.parentNode?.removeChild(sign)
  return words
}

type Level = { list: Element; level: number }

/** Word writes lists as paragraphs that say of which list and level they are. */
export const readWordLists = (root: Element) => {
  let lists: Level[] = []
  for (const line of styled(root, /mso-list/i, 'P H1 H2 H3 H4 H5 H6 DIV')) {
    const level = Number(/mso-list:\s*l\d+\s+level(\d)/i.exec(styleOf(line))?.[1] ?? 0)
    if (level === 0) continue
    const number = numberOf(takeSign(line))
    const name = number === null ? 'UL' : 'OL'
    if (line.previousElementSibling !== lists[0]?.list) lists = []
    while (lists.length > 0 && lists.at(-1)!.level > level) lists.pop()
    // Of another kind, it is another list.
    if (lists.at(-1)?.level === level && lists.at(-1)!.list.nodeName !== name) lists.pop()
    if (lists.at(-1)?.level !== level) lists.push(begin(line, lists.at(-1), { name, number, level }))
    const item = line.ownerDocument.createElement('li')
    lists.at(-1)!.list.appendChild(item)
    item.appendChild(line)
  }
}

const begin = (
  line: Element,
  above: Level | undefined,
  { name, number, level }: { name: string; number: number | null; level: number },
): Level => {
  const list = line.ownerDocument.createElement(name)
  if (number !== null && number > 1) list.setAttribute('start', String(number))
  if (above) (above.list.lastElementChild ?? above.list).appendChild(list)
  else line.parentNode?.insertBefore(list, line)
  return { list, level }
}

/** A list directly in another belongs to the item before it. */
export const nestLists = (root: Element) => {
  for (const list of each(root, 'UL OL')) {
    if (!/^[UO]L$/.test(list.parentNode?.nodeName ?? '')) continue
    const before = list.previousElementSibling
    if (before?.nodeName === 'LI') before.appendChild(list)
    else {
      const item = list.ownerDocument.createElement('li')
      list.parentNode?.insertBefore(item, list)
      item.appendChild(list)
    }
  }
}
