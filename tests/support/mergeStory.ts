/**
 * A text and two people's edits of it, chosen by numbers: the same numbers say the same story. Each word that a side
 * puts in is unique, so that it tells where it came from.
 */
export type Block = { id: number; kind: string; words: string[]; blocks: Block[] }
export type Choice = { edit: number; at: number; to: number }

const WORDY = ['p', 'h2', 'h3', 'pre', 'p', 'p']
let made = 0
const words = (...list: string[]): Block => ({ id: made++, kind: 'p', words: list, blocks: [] })
const around = (kind: string, blocks: Block[]): Block => ({ id: made++, kind, words: [], blocks })

const html = (block: Block): string => {
  const within = block.blocks.map(html).join('')
  const said = block.words
    .map(word => (word.startsWith('*') ? `<strong>${word.slice(1)}</strong>` : word))
    .join(' ')
  switch (block.kind) {
    case 'pre':
      return `<pre><code>${said.replace(/<[^>]+>/g, '')}</code></pre>`
    case 'ul':
    case 'ol':
      return `<${block.kind}>${block.blocks.map(one => `<li>${one.words.length || !one.blocks.length ? '' : ''}${html(one)}</li>`).join('')}</${block.kind}>`
    case 'quote':
      return `<blockquote>${within}</blockquote>`
    case 'callout':
      return `<div data-block-type="callout-component">${within}</div>`
    case 'table':
      return `<table><tbody>${block.blocks.map(row => `<tr>${row.blocks.map(cell => `<td>${html(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table>`
    default:
      return `<${block.kind}>${said}</${block.kind}>`
  }
}

export const htmlOf = (text: Block): string => text.blocks.map(html).join('') || '<p></p>'

const copy = (block: Block): Block => structuredClone(block)

/** The wordy blocks of a text, each with its parent. */
const wordy = (text: Block): { block: Block; parent: Block; at: number }[] => {
  const found: { block: Block; parent: Block; at: number }[] = []
  const walk = (parent: Block) => {
    for (const [at, block] of parent.blocks.entries()) {
      if (block.blocks.length === 0) found.push({ block, parent, at })
      else walk(block)
    }
  }
  walk(text)
  return found
}

export const beginText = (choices: Choice[]): Block => {
  let n = 0
  const some = (count: number) => Array.from({ length: count }, () => `b${n++}`)
  const text = around('doc', [])
  for (const { edit, at, to } of choices) {
    const size = 1 + (at % 5)
    const several = () => Array.from({ length: 1 + (to % 3) }, () => words(...some(size)))
    const kinds: (() => Block)[] = [
      () => words(...some(size)),
      () => words(...some(size)),
      () => words(...some(size + 3)),
      () => ({ ...words(...some(size)), kind: WORDY[to % WORDY.length]! }),
      () => around('ul', several()),
      () => around('ol', several()),
      () => around('quote', several()),
      () => around('callout', several()),
      () =>
        around(
          'table',
          Array.from({ length: 2 }, () =>
            around(
              'row',
              Array.from({ length: 1 + (to % 3) }, () => words(...some(1 + (at % 2)))),
            ),
          ),
        ),
      // The same block again.
      () => (text.blocks.length > 0 ? copy(text.blocks[to % text.blocks.length]!) : words(...some(size))),
      () => words(),
    ]
    text.blocks.push(kinds[edit % kinds.length]!())
  }
  if (text.blocks.length === 0) text.blocks.push(words(...some(2)))
  return text
}

type Edit = (text: Block, at: number, to: number, fresh: () => string) => void

const pick = (text: Block, at: number) => {
  const all = wordy(text)
  return all.length > 0 ? all[at % all.length]! : null
}
const isCell = (parent: Block) => parent.kind === 'row'

export const edits: Record<string, Edit> = {
  insertWord: (text, at, to, fresh) => {
    const found = pick(text, at)
    found?.block.words.splice(to % (found.block.words.length + 1), 0, fresh())
  },
  replaceWord: (text, at, to, fresh) => {
    const list = pick(text, at)?.block.words
    if (list?.length) list[to % list.length] = fresh()
  },
  deleteWord: (text, at, to) => {
    const list = pick(text, at)?.block.words
    if (list?.length) list.splice(to % list.length, 1)
  },
  boldWord: (text, at, to) => {
    const list = pick(text, at)?.block.words
    if (list?.length) list[to % list.length] = list[to % list.length]!.replace(/^\*?/, '*')
  },
  rewrite: (text, at, to, fresh) => {
    const found = pick(text, at)
    if (found) found.block.words = Array.from({ length: 1 + (to % 4) }, fresh)
  },
  insertAbove: (text, at, to, fresh) => {
    const found = pick(text, at)
    if (found && !isCell(found.parent))
      found.parent.blocks.splice(found.at, 0, words(...Array.from({ length: 1 + (to % 3) }, fresh)))
  },
  append: (text, _at, to, fresh) => {
    text.blocks.push(words(...Array.from({ length: 1 + (to % 3) }, fresh)))
  },
  deleteBlock: (text, at) => {
    const found = pick(text, at)
    if (found && !isCell(found.parent) && found.parent.blocks.length > 1)
      found.parent.blocks.splice(found.at, 1)
  },
  deleteWhole: (text, at) => {
    if (text.blocks.length > 1) text.blocks.splice(at % text.blocks.length, 1)
  },
  turn: (text, at, to) => {
    const found = pick(text, at)
    if (found && (found.parent.kind === 'doc' || found.parent.kind === 'quote'))
      found.block.kind = WORDY[to % WORDY.length]!
  },
  split: (text, at, to) => {
    const found = pick(text, at)
    if (!found || isCell(found.parent) || found.block.words.length < 2) return
    const where = 1 + (to % (found.block.words.length - 1))
    found.parent.blocks.splice(found.at + 1, 0, {
      ...copy(found.block),
      words: found.block.words.splice(where),
    })
  },
  join: (text, at) => {
    const found = pick(text, at)
    const next = found?.parent.blocks[found.at + 1]
    if (!found || !next || isCell(found.parent) || next.blocks.length > 0) return
    found.block.words.push(...next.words)
    found.parent.blocks.splice(found.at + 1, 1)
  },
  move: (text, at, to) => {
    if (text.blocks.length < 2) return
    const [block] = text.blocks.splice(at % text.blocks.length, 1)
    text.blocks.splice(to % (text.blocks.length + 1), 0, block!)
  },
  wrap: (text, at, to) => {
    const from = at % text.blocks.length
    if (text.blocks[from]!.kind !== 'p') return
    text.blocks[from] = around(['quote', 'ul', 'callout', 'ol'][to % 4]!, [text.blocks[from]!])
  },
  unwrap: (text, at) => {
    const from = at % text.blocks.length
    const block = text.blocks[from]!
    if (['quote', 'callout', 'ul', 'ol'].includes(block.kind)) text.blocks.splice(from, 1, ...block.blocks)
  },
  insertRow: (text, at, to, fresh) => {
    const table = text.blocks.filter(block => block.kind === 'table')[at % 3]
    if (!table) return
    const width = table.blocks[0]!.blocks.length
    table.blocks.splice(
      to % (table.blocks.length + 1),
      0,
      around(
        'row',
        Array.from({ length: width }, () => words(fresh())),
      ),
    )
  },
  insertColumn: (text, at, to, fresh) => {
    const table = text.blocks.filter(block => block.kind === 'table')[at % 3]
    for (const row of table?.blocks ?? []) row.blocks.splice(to % (row.blocks.length + 1), 0, words(fresh()))
  },
}
const all = Object.values(edits)

/** The edits of somebody, one after another; `mark` begins their words. `each` sees the text after each. */
export const editText = (
  text: Block,
  choices: Choice[],
  mark: string,
  each?: (text: Block) => void,
): Block => {
  const edited = copy(text)
  let n = 0
  for (const { edit, at, to } of choices) {
    all[edit % all.length]!(edited, at, to, () => `${mark}${n++}`)
    each?.(edited)
  }
  return edited
}

/** The words of a text as they are in its blocks, behind the number of the block. */
export const saidBy = (text: Block): { id: number; within: number; words: string[] }[] =>
  wordy(text).map(({ block, parent }) => ({
    id: block.id,
    within: parent.id,
    words: block.words.map(word => word.replace('*', '')),
  }))
