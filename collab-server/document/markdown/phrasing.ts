/** The words of a line as Markdown's tree has them: marks within marks. */
import type { JSONContent } from '@tiptap/core'
import type { PhrasingContent } from 'mdast'

type Mark = NonNullable<JSONContent['marks']>[number]

const isSame = (one: Mark, other: Mark) =>
  one.type === other.type && JSON.stringify(one.attrs ?? {}) === JSON.stringify(other.attrs ?? {})

const KEPT = new Set(['bold', 'italic', 'strike', 'link', 'code'])

/** Marks without a form in Markdown, and the code mark: that comes last, with the words themselves. */
const outerMarks = ({ marks = [] }: JSONContent) =>
  marks.filter(({ type }) => KEPT.has(type) && type !== 'code')
const isCode = ({ marks = [] }: JSONContent) => marks.some(({ type }) => type === 'code')

type Run = { node: JSONContent; marks: readonly Mark[] }

const has = ({ marks }: Run, mark: Mark) => marks.some(one => isSame(one, mark))

/** How far a mark reaches from there on. A break carries none, and ends none. */
const endOf = (runs: readonly Run[], from: number, mark: Mark): number => {
  let end = from
  for (let at = from; at < runs.length; at++) {
    if (has(runs[at]!, mark)) end = at + 1
    else if (runs[at]!.node.type !== 'hardBreak') break
  }
  return end
}

const marked = (mark: Mark, children: PhrasingContent[]): PhrasingContent => {
  switch (mark.type) {
    case 'link':
      return {
        type: 'link',
        url: String(mark.attrs?.href ?? ''),
        title: mark.attrs?.title ? String(mark.attrs.title).replace(/\n\s*\n/g, '\n') : null,
        children,
      }
    case 'bold':
      return { type: 'strong', children }
    case 'italic':
      return { type: 'emphasis', children }
    default:
      return { type: 'delete', children }
  }
}

const without = (run: Run, mark: Mark): Run => ({
  ...run,
  marks: run.marks.filter(one => !isSame(one, mark)),
})

/** The words of a run, and the blanks at one of its ends. */
const cut = ({ node }: Run, form: RegExp) => {
  const words = node.type === 'text' && !isCode(node) ? (node.text ?? '') : ''
  return { blanks: form.exec(words)?.[0] ?? '', words: words.replace(form, '') }
}

/** Blanks at the edges of a mark are outside of it: within, it would not be read as one. */
const trimmed = (runs: readonly Run[], mark: Mark): [Run[], Run[], Run[]] => {
  const middle = [...runs]
  if (mark.type === 'link') return [[], middle, []]
  const [before, after]: [Run[], Run[]] = [[], []]
  const strip = (at: 0 | -1, form: RegExp, taken: (blanks: Run) => void) => {
    for (let run = middle.at(at); run; run = middle.at(at)) {
      const { blanks, words } = cut(run, form)
      if (blanks === '') return
      taken(without({ ...run, node: { ...run.node, text: blanks } }, mark))
      const rest = words === '' ? [] : [{ ...run, node: { ...run.node, text: words } }]
      middle.splice(at, 1, ...rest)
    }
  }
  strip(0, /^\s+/, blanks => before.push(blanks))
  strip(-1, /\s+$/, blanks => after.unshift(blanks))
  return [before, middle, after]
}

declare module 'mdast' {
  interface BreakData {
    /** In a cell: no second one beside it makes a paragraph. */
    lone?: boolean | undefined
  }
}

const leaf = ({ node }: Run): PhrasingContent => {
  if (node.type === 'hardBreak') return { type: 'break', data: { lone: node.attrs?.lone } }
  if (node.type === 'image')
    return {
      type: 'image',
      url: String(node.attrs?.src ?? ''),
      alt: node.attrs?.alt,
      title: node.attrs?.caption,
    }
  const value = node.text ?? ''
  return isCode(node) ? { type: 'inlineCode', value } : { type: 'text', value }
}

const nested = (runs: readonly Run[]): PhrasingContent[] => {
  const found: PhrasingContent[] = []
  for (let at = 0; at < runs.length; ) {
    // The mark that reaches farthest encloses the others.
    const [widest] = runs[at]!.marks.map(mark => ({ mark, end: endOf(runs, at, mark) })).sort(
      (one, other) => other.end - one.end,
    )
    if (!widest) {
      found.push(leaf(runs[at]!))
      at += 1
      continue
    }
    const { mark, end } = widest
    const [before, middle, after] = trimmed(runs.slice(at, end), mark)
    const inner = middle.map(run => without(run, mark))
    found.push(...nested(before))
    if (inner.length > 0) found.push(marked(mark, nested(inner)))
    found.push(...nested(after))
    at = end
  }
  return joined(found)
}

/** Neighbours of one kind would otherwise run into each other where they are written. */
const joined = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const found: PhrasingContent[] = []
  for (const node of nodes) {
    const last = found.at(-1)
    if ((node.type === 'text' || node.type === 'inlineCode') && last?.type === node.type)
      found[found.length - 1] = { ...node, value: (last as typeof node).value + node.value }
    else found.push(node)
  }
  return found
}

export const phrasingOf = (nodes: readonly JSONContent[]): PhrasingContent[] =>
  nested(nodes.map(node => ({ node, marks: outerMarks(node) })))
