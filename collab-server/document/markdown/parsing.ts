/** Markdown as a syntax tree, cut into parts: the parser's time grows with the square of what it reads at one go. */
import type { Node, PhrasingContent, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { frontmatter } from 'micromark-extension-frontmatter'
import { gfm } from 'micromark-extension-gfm'
import type { Extension, Tokenizer } from 'micromark-util-types'
import { limitsFor, withFewLazyLines } from './limits.ts'

/** A block of the document, and the text that its positions point into. */
export type Part = { tree: Root; source: string }

/** Without its second search for addresses, which would find those that are escaped. */
const GFM = gfmFromMarkdown().map(extension => ({ ...extension, transforms: [] }))

const LONG_ENOUGH = 4_000
/** Begins a block of its own behind a blank line: no further item or indented line of the block above. */
const BEGINS_ANEW = /^(?![-+*\s]|\d+[.)])\S/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** Constructs that may reach over blank lines. */
const REACHES = /^ {0,3}<(?:pre|script|style|textarea|details|!--|\?|![a-z]|!\[CDATA\[)/im

/** Markdown cut before blocks that are independent of those above them. */
export const partsOf = (markdown: string): string[] => {
  if (markdown.length <= LONG_ENOUGH || REACHES.test(markdown)) return [markdown]
  const parts: string[] = []
  let part: string[] = []
  let length = 0
  let fence: string | null = null
  let isBlank = true
  for (const line of markdown.split('\n')) {
    if (length > LONG_ENOUGH && fence === null && isBlank && BEGINS_ANEW.test(line)) {
      parts.push(part.join('\n'))
      part = []
      length = 0
    }
    const sign = FENCE.exec(line)?.[1]
    if (sign && fence === null) fence = sign
    else if (sign && fence && sign.startsWith(fence) && line.trim() === sign) fence = null
    isBlank = line.trim() === ''
    part.push(line)
    length += line.length + 1
  }
  return [...parts, part.join('\n')]
}

/** As the parser compares names. */
const normal = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase().toUpperCase()

const DEFINITION = /^[ \t>*+\-\d.)]*\[(?!\^)((?:[^[\]\\]|\\.){1,999})\]:/gm

/** Informs the parser of a part which names of links other parts define. */
const knowing = (names: readonly string[]): Extension => {
  const told = new WeakSet<object>()
  const tokenize: Tokenizer = function tell(_effects, _ok, nok) {
    if (!told.has(this.parser)) {
      told.add(this.parser)
      this.parser.defined.push(...names)
    }
    return nok
  }
  return { text: { 91: { name: 'knownNames', tokenize } } }
}

const BLOCKS =
  'blockQuote codeFenced codeIndented definition gfmFootnoteDefinition headingAtx htmlFlow list setextUnderline table thematicBreak'

/** The words of one line, whatever it looks like. */
export const parseLine = (line: string): PhrasingContent[] => {
  const { children } = fromMarkdown(line.replace(/\s*\n\s*/g, ' '), {
    extensions: [gfm(), ...limitsFor(line), { disable: { null: BLOCKS.split(' ') } }],
    mdastExtensions: [...GFM],
  })
  return children.flatMap(child => (child.type === 'paragraph' ? child.children : []))
}

export const parse = (markdown: string): Part[] => {
  const parts = partsOf(withFewLazyLines(markdown))
  const names =
    parts.length > 1 ? [...new Set([...markdown.matchAll(DEFINITION)].map(([, name]) => normal(name!)))] : []
  const known = names.length > 0 ? [knowing(names)] : []
  return parts.map((source, nth) => ({
    source,
    tree: fromMarkdown(source, {
      extensions: [gfm(), ...limitsFor(source), ...(nth === 0 ? [frontmatter()] : []), ...known],
      mdastExtensions: [...GFM, ...(nth === 0 ? [frontmatterFromMarkdown()] : [])],
    }),
  }))
}

/** The letters of a node as they were written. */
export const writtenOf = ({ position }: Node, source: string): string =>
  source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
