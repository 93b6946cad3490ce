/** Toggles made of lines, and lifted back into lines. */
import { type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { liftTarget } from '@tiptap/pm/transform'
import { SUMMARY, TOGGLE } from './toggleView.ts'

/** Turns the selected blocks into a toggle: the first line leads, the rest is below. */
export const makeToggle = (tr: Transaction): boolean => {
  const { details, detailsSummary } = tr.doc.type.schema.nodes
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  if (!details || !detailsSummary || !range?.parent.canReplaceWith(range.startIndex, range.endIndex, details))
    return false
  const blocks = range.parent.children.slice(range.startIndex, range.endIndex)
  const leads = blocks[0]?.isTextblock && !blocks[0].type.spec.code
  const summary = detailsSummary.create(null, leads ? blocks[0]?.content : null)
  const offset = leads ? Math.min($from.parentOffset, summary.content.size) : 0
  tr.replaceWith(range.start, range.end, details.create(null, [summary, ...blocks.slice(leads ? 1 : 0)]))
  tr.setSelection(TextSelection.create(tr.doc, range.start + 2 + offset))
  return true
}

/** Takes the toggle away and keeps its line and content. */
export const liftToggle = (tr: Transaction, at: number): boolean => {
  const toggle = tr.doc.nodeAt(at)
  const { paragraph } = tr.doc.type.schema.nodes
  if (toggle?.type.name !== TOGGLE || !paragraph) return false
  const [summary, ...below] = toggle.children
  const end = at + toggle.nodeSize
  const place = (was: number) => tr.doc.resolve(was <= at ? was : was < end ? was - 1 : was - 2)
  const { from, to } = tr.selection
  tr.replaceWith(at, end, [paragraph.create(null, summary?.content), ...below])
  tr.setSelection(TextSelection.between(place(from), place(to)))
  return true
}

/** The toggles whose line is selected, from the last to the first. */
export const toggledLines = ({ doc, selection }: Transaction): number[] => {
  const places: number[] = []
  doc.nodesBetween(selection.from, selection.to, (node, at) => {
    if (node.type.name === TOGGLE && selection.from < at + 1 + (node.firstChild?.nodeSize ?? 0))
      places.unshift(at)
    return !node.isTextblock
  })
  return places
}

/** Is it within what one toggle hides? */
export const isInToggle = ({ $from, to }: Selection): boolean => {
  const depths = [...Array($from.sharedDepth(to) + 1).keys()]
  return depths.some(depth => $from.node(depth).type.name === TOGGLE) && $from.parent.type.name !== SUMMARY
}

const HOLDERS = new Set(['doc', TOGGLE, 'tableCell', 'tableHeader'])

/** The selected blocks as paragraphs of the toggle that they stand in. */
export const clearInside = (tr: Transaction): boolean => {
  const { paragraph } = tr.doc.type.schema.nodes
  if (!paragraph) return false
  const places: number[] = []
  tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, at) => {
    if (node.isTextblock) places.push(at + 1)
    return !node.isTextblock
  })
  const steps = tr.steps.length
  for (const place of places) {
    const now = () => tr.doc.resolve(tr.mapping.slice(steps).map(place))
    for (
      let range = now().blockRange();
      range && !HOLDERS.has(range.parent.type.name);
      range = now().blockRange()
    ) {
      const target = liftTarget(range)
      if (target === null) break
      tr.lift(range, target)
    }
    tr.setBlockType(now().pos, now().pos, paragraph)
  }
  return true
}
