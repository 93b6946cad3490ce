import type { Node } from '@tiptap/pm/model'
import { updateYFragment } from '@tiptap/y-tiptap'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type * as Y from 'yjs'
import { FRAGMENT, nodeOf, openState, stateOf } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { mergeDocuments, mergeInto } from '../../collab-server/document/merge/index.ts'
import { type Block, beginText, type Choice, editText, htmlOf, saidBy } from '../support/mergeStory.ts'
import { soaked } from '../support/soak.ts'

const RUNS = soaked(200, 10_000)
/** The same stories each time, so that a difference comes from the change; `MERGE_SEED` gives others. */
const seed = Number(process.env.MERGE_SEED ?? 1)

const choice = fc.record({ edit: fc.nat(10_000), at: fc.nat(50), to: fc.nat(50) })
const story = fc.record({
  base: fc.array(choice, { minLength: 1, maxLength: 6 }),
  mine: fc.array(choice, { maxLength: 4 }),
  theirs: fc.array(choice, { maxLength: 4 }),
})

const wordsOf = (node: Node): string[][] => {
  const found: string[][] = []
  node.descendants(child => {
    if (child.isTextblock) found.push(child.textContent.split(/\s+/).filter(Boolean))
    return !child.isTextblock
  })
  return found
}

const count = (blocks: string[][]) => {
  const found = new Map<string, number>()
  for (const word of blocks.flat()) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

type Said = ReturnType<typeof saidBy>
const listsOf = (said: Said) => said.map(({ words }) => words)

/** Words that were in one block on some side, and so may be in one together. */
const neighbours = (...texts: Said[]) => {
  const names = new Map<string, string>()
  const nameOf = (word: string): string => {
    const up = names.get(word)
    return up === undefined || up === word ? word : nameOf(up)
  }
  for (const { id, words } of texts.flat())
    for (const word of words) names.set(nameOf(word), nameOf(`#${id}`))
  return nameOf
}

/**
 * Words that a side took along: in blocks that it joined, with a part of one that was split, or in one of which less than half stayed, which makes it another
 * block. Whether they go when the other side takes them out is open: they were not left alone.
 */
const takenAlong = (base: Block, side: Block): Set<string> => {
  const homes = new Map<string, Set<number>>()
  for (const { id, words } of saidBy(base))
    for (const word of words) homes.set(word, (homes.get(word) ?? new Set()).add(id))
  const found = new Set<string>()
  const said = saidBy(side)
  const scattered = new Set(
    [...Map.groupBy(said.entries(), ([, { id }]) => id)].flatMap(([id, blocks]) => {
      const before = saidBy(base).find(block => block.id === id)?.words ?? []
      const places = blocks
        .flatMap(([, { words }]) => words.map(word => before.indexOf(word)))
        .filter(n => n >= 0)
      const isOne =
        blocks.at(-1)![0] - blocks[0]![0] === blocks.length - 1 &&
        blocks.every(([, { within }]) => within === blocks[0]![1].within)
      return isOne && places.every((n, k) => k === 0 || n > places[k - 1]!) ? [] : [id]
    }),
  )
  for (const { id, words } of said) {
    const kept = words.filter(word => homes.get(word)?.has(id))
    const isJoined = words.some(word => homes.has(word) && !homes.get(word)!.has(id))
    for (const word of words)
      if (
        homes.has(word) &&
        (isJoined || scattered.has(id) || kept.length * 2 < words.length || !homes.get(word)!.has(id))
      )
        found.add(word)
  }
  return found
}

const judge = (merged: Node, base: Block, mine: Block, theirs: Block) => {
  merged.check()
  const found = wordsOf(merged)
  const [was, here, there, now] = [...[base, mine, theirs].map(text => listsOf(saidBy(text))), found].map(
    count,
  ) as [Map<string, number>, Map<string, number>, Map<string, number>, Map<string, number>]
  const [alongHere, alongThere] = [takenAlong(base, mine), takenAlong(base, theirs)]
  const touched = new Set([...alongHere, ...alongThere])
  for (const word of now.keys())
    expect([...here.keys(), ...there.keys()], `${word} was put in by nobody`).toContain(word)
  for (const word of new Set([...was.keys(), ...here.keys(), ...there.keys()])) {
    const [b, p, i] = [was.get(word) ?? 0, here.get(word) ?? 0, there.get(word) ?? 0]
    // Of a word that was there several times both may have taken out the same one.
    const most = p < b && i < b ? Math.min(p, i) : p + i - b
    const least = Math.max(0, p + i - b)
    // Each side joined its block to another: it may be in both, and is not lost in either.
    const isTorn = alongHere.has(word) && alongThere.has(word)
    if (touched.has(word) && (p < b || i < b)) continue
    const times = now.get(word) ?? 0
    expect(
      times >= least && times <= Math.max(least, isTorn ? p + i : most),
      `${word}: ${times} times, not ${least} to ${most}`,
    ).toBe(true)
  }
  const nameOf = neighbours(saidBy(base), saidBy(mine), saidBy(theirs))
  for (const block of found)
    for (const word of block)
      expect(nameOf(word), `${word} stands in a foreign block: ${block.join(' ')}`).toBe(nameOf(block[0]!))
}

const tell = (base: Block, mine: Block, theirs: Block, merged: string) =>
  `\nbase   ${htmlOf(base)}\nmine   ${htmlOf(mine)}\ntheirs ${htmlOf(theirs)}\nmerged ${merged}\n`

const judged = (merged: Node, base: Block, mine: Block, theirs: Block) => {
  try {
    judge(merged, base, mine, theirs)
  } catch (error) {
    throw new Error(`${(error as Error).message.split('\n')[0]}${tell(base, mine, theirs, toHtml(merged))}`)
  }
}

const typeInto = (doc: Y.Doc, text: Block) =>
  doc.transact(() =>
    updateYFragment(doc, doc.getXmlFragment(FRAGMENT), fromHtml(htmlOf(text)), {
      mapping: new Map(),
      isOMark: new Map(),
    }),
  )

const told = (base: Choice[], mine: Choice[], theirs: Choice[]) => {
  const text = beginText(base)
  return { text, here: editText(text, mine, 'm'), there: editText(text, theirs, 't') }
}

describe('two edits of one text', () => {
  test('keep what either put in, lose what either took out, and mix no blocks', () => {
    fc.assert(
      fc.property(story, ({ base, mine, theirs }) => {
        const { text, here, there } = told(base, mine, theirs)
        const merged = mergeDocuments(fromHtml(htmlOf(text)), fromHtml(htmlOf(here)), fromHtml(htmlOf(there)))
        judged(merged, text, here, there)
      }),
      { numRuns: RUNS, seed },
    )
  })

  test('do so in the open document, where what stays keeps its identity', () => {
    fc.assert(
      fc.property(story, ({ base, mine, theirs }) => {
        const { text, there } = told(base, [], theirs)
        const state = stateOf(fromHtml(htmlOf(text)))
        const doc = openState(state)
        const here = editText(text, mine, 'm', edited => typeInto(doc, edited))
        const view = fromHtml(htmlOf(text))
        const merged = mergeInto(doc, { base: openState(state), view, incoming: fromHtml(htmlOf(there)) })
        judged(merged, text, here, there)
        expect(toHtml(nodeOf(doc))).toBe(toHtml(merged))
      }),
      { numRuns: RUNS, seed },
    )
  })

  test('of which one is none are the other', () => {
    fc.assert(
      fc.property(story, ({ base, mine }) => {
        const { text, here } = told(base, mine, [])
        const [was, is] = [fromHtml(htmlOf(text)), fromHtml(htmlOf(here))]
        expect(toHtml(mergeDocuments(was, was, is))).toBe(toHtml(is))
        expect(toHtml(mergeDocuments(was, is, was))).toBe(toHtml(is))
      }),
      { numRuns: RUNS, seed },
    )
  })
})
