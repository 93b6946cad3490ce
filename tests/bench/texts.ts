/**
 * The cost of texts to be judged, read, reported and merged, by their length: `node tests/bench/texts.ts --minutes 10` goes on with
 * pieces drawn by chance. A cost per letter that grows with the length is printed, and ends the run with 1.
 */
import { parseArgs } from 'node:util'
import { textTasks } from '../../api/text/documents/textTasks.ts'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { refusalOfHtml, stateOf, toText } from '../../collab-server/document/index.ts'
import { fromMarkdown, refusalOfMarkdown, toMarkdown } from '../../collab-server/document/markdown/index.ts'
import { dice } from '../support/dice.ts'
import { edits, htmlShapes, markdownShapes, ofLength } from '../support/hostileTexts.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '0' }, seed: { type: 'string', default: '1' } },
})
const LENGTHS = [16_000, 64_000]
/** So many times the cost per letter may be at four times the length: garbage in between is collected whenever it is. */
const GROWTH = 3
const NAMES = { origin: 'https://here.example', slug: 's', project: 'p', images: true, issue: () => null }

const readHtml = (html: string) => {
  if (refusalOfHtml(html)) return
  const node = fromHtml(html)
  toHtml(node)
  toText(node)
  stateOf(node)
  toMarkdown(node.toJSON(), NAMES)
}
const readMarkdown = (markdown: string) => {
  if (refusalOfMarkdown(markdown) === null) fromMarkdown(markdown)
}

const present = stateOf(fromHtml('<p>a</p>'))
const place = { origin: 'https://here.example', slug: 's', project: 'p' }
const mergeHtml = (html: string) => void textTasks.merge({ state: present, base: null, sent: { html } })
const mergeMarkdown = (markdown: string) =>
  void textTasks.merge({ state: present, base: null, sent: { markdown, place } })

const cost = (read: (text: string) => void, text: string) => {
  const from = performance.now()
  try {
    read(text)
  } catch (error) {
    failed += 1
    console.log(`${String(error).slice(0, 80)} by ${JSON.stringify(text.slice(0, 160))}`)
  }
  return performance.now() - from
}

let [dearest, steepest, grown, failed] = [0, 0, 0, 0]
const measure = (name: string, read: (text: string) => void, shape: (n: number) => string, isTold = true) => {
  const texts = LENGTHS.map(length => ofLength(shape, length))
  const perKb = () => texts.map(text => (cost(read, text) / text.length) * 1000)
  let [short = 0, long = 0] = perKb()
  // Measured again before it is believed.
  for (let again = 0; again < 3 && long > GROWTH * short && long > 1; again++) {
    const [s = 0, l = 0] = perKb()
    if (l / s < long / short) [short, long] = [s, l]
  }
  const growth = long / short
  if (long > 1) steepest = Math.max(steepest, growth)
  dearest = Math.max(dearest, long)
  const isGrown = growth > GROWTH && long > 1
  grown += isGrown ? 1 : 0
  if (isTold || isGrown)
    console.log(
      `${name.padEnd(60)} ${short.toFixed(2)} -> ${long.toFixed(2)} ms/kB${isGrown ? '  GROWS' : ''}`,
    )
}

const kinds = {
  HTML: { read: readHtml, merge: mergeHtml, shapes: htmlShapes },
  Markdown: { read: readMarkdown, merge: mergeMarkdown, shapes: markdownShapes },
}
for (const [kind, { read, merge, shapes }] of Object.entries(kinds))
  for (const [name, shape] of Object.entries(shapes)) {
    measure(`${kind}: ${name}`, read, shape)
    measure(`${kind}, merged: ${name}`, merge, shape)
  }

const editText = (pair: string) => {
  const [before, after] = JSON.parse(pair) as [string, string]
  textTasks.merge({ state: stateOf(fromHtml(before)), base: null, sent: { html: after } })
}
for (const [name, edit] of Object.entries(edits))
  measure(`Edit: ${name}`, editText, n =>
    JSON.stringify(edit(Array.from({ length: n }, (_, at) => `word${at.toString(36)}`))),
  )

const HTML = (
  'x| |<p>|</p>|<br>|<b>|</b>|<b a=1>|<i>|<a href=x>|</a>|<font>|<span data-text-color=red>|</span>|<ul>|</ul>|<ol>|<li>|' +
  '<table>|</table>|<tr>|<td>|<td colspan=9>|<th>|<caption>|<colgroup><col width=9>|<details>|<summary>|</details>|' +
  '<img src=/a>|<figure>|</figure>|<hr>|<pre>|<code>|<h1>|<blockquote>|</blockquote>|<svg>|<math>|<select>|<option>|' +
  '<div data-block-type=callout-component>|<div>|</div>|<ul data-type=taskList>|<li data-type=taskItem>|&amp;|&|<!--|-->|<|' +
  '</|"|<p title="|<template>|<object>|<mention-component>|<button>|<dd>|<nobr>'
).split('|')
const MARKDOWN = (
  'x@ @\n@\n\n@- @* @1. @> @# @---@===@|@|-|\n@`@```@~~~@[a]: x\n@[a]@![@](b)@<b>@<details>@<summary>@</details>@*@**@_@~@\\@- [ ] @' +
  '&amp;@<br>@    @\t@++@http://a.b @a@b@<!--@-->@<div>@<pre>'
).split('@')

const until = Date.now() + Number(values.minutes) * 60_000
let drawn = 0
for (const chance = dice(Number(values.seed)); Date.now() < until; drawn++) {
  const isHtml = chance.chance(0.5)
  const pieces = (most: number) =>
    Array.from({ length: 1 + chance.number(most) }, () => chance.pick(isHtml ? HTML : MARKDOWN)).join('')
  const [head, piece] = [pieces(4), pieces(5)]
  const name = `${isHtml ? 'HTML' : 'Markdown'}: ${JSON.stringify(head)} then ${JSON.stringify(piece)}`
  const { read, merge } = kinds[isHtml ? 'HTML' : 'Markdown']
  const shape = (n: number) => head + piece.repeat(n)
  measure(name, read, shape, false)
  measure(`${name}, merged`, merge, shape, false)
}
console.log(
  `${drawn} drawn; dearest ${dearest.toFixed(1)} ms/kB, steepest ${steepest.toFixed(1)} times at ${LENGTHS.at(-1)! / LENGTHS[0]!} times the length, ${grown} grow, ${failed} failed`,
)
process.exit(grown + failed > 0 ? 1 : 0)
