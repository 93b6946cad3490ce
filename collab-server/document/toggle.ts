/** A line that opens and closes what is below it. Whether it is open is each reader's own, and no part of the text. */
import { Node } from '@tiptap/core'

/** The first that is found leads; where there is none, a blank one does. */
const ledBySummary = (element: HTMLElement): HTMLElement => {
  const summary = [...Array.from(element.childNodes)].find(({ nodeName }) => nodeName === 'SUMMARY')
  const lead = summary ?? element.ownerDocument.createElement('summary')
  if (element.firstChild !== lead) element.insertBefore(lead, element.firstChild)
  return element
}

export const DetailsSummary = Node.create({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  selectable: false,
  parseHTML: () => [{ tag: 'summary', context: 'details/' }],
  renderHTML: () => ['summary', 0],
})

/** Blocks below are none where two people have each taken one of the last two: it must not be taken out for that. */
export const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'detailsSummary block*',
  defining: true,
  parseHTML: () => [{ tag: 'details', contentElement: element => ledBySummary(element as HTMLElement) }],
  renderHTML: () => ['details', 0],
})
