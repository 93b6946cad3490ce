import domino from '@mixmark-io/domino'
import { expect, test } from 'vitest'
import { shallow } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { readForeign, setStylesAside } from '../../web/editor/paste/foreignHtml.ts'

const cleaned = (html: string) => {
  const { body } = domino.createDocument('')
  body.innerHTML = setStylesAside(shallow(html))
  readForeign(body)
  return toHtml(fromHtml(body.innerHTML))
}

test.each([
  [
    'Word',
    "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>   </span></span>One</p><p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>  </span></span>Two</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Three</p>",
    '<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li><li><p>Three</p></li></ul>',
  ],
  [
    'Word, numbered',
    "<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span> </span></span>One</p><p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.</span>Two</p>",
    '<ol><li><p>One</p></li><li><p>Two</p></li></ol>',
  ],
  [
    'Docs',
    '<b id="docs-internal-guid-1" style="font-weight:normal"><p><span style="font-weight:700">a</span><span style="font-weight:400"> b</span></p></b>',
    '<p><strong>a</strong> b</p>',
  ],
  [
    'a mail',
    '<p align="right">a</p><h2 style="margin:0;text-align: center">b</h2>',
    '<p style="text-align: right">a</p><h2 style="text-align: center">b</h2>',
  ],
  ['a tracker', '<ul><li><input type="checkbox" checked> a</li></ul>', null],
])('HTML of %s', (_, html, expected) => {
  if (expected) expect(cleaned(html)).toBe(expected)
  else expect(fromHtml(cleaned(html)).firstChild?.type.name).toBe('taskList')
})

test.each([
  ['open tags', '<blockquote><div>'.repeat(50_000)],
  ['ends of nothing', '<div></x>'.repeat(50_000)],
  ['ends in comments', '<div><!--</div>-->'.repeat(50_000)],
  ['ends in other languages', '<div><style></div></style>'.repeat(50_000)],
  ['ends in values', '<div title="<"></x y="</div>">'.repeat(50_000)],
  ['tags that never end', `${'<a'.repeat(500_000)}>`],
  ['comments that never end', `${'<!-'.repeat(300_000)}-->`],
  ['raw text that ends nowhere', `text${'<style'.repeat(200_000)}`],
])(
  'E1: no depth holds or ends a reader: %s',
  (_, deep) => {
    // The work of this process alone, whatever else the machine does: less than a second, or minutes where it grows with the square.
    const before = process.cpuUsage()
    fromHtml(`text${deep}`)
    cleaned(`text${deep}`)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(20)
  },
  120_000,
)

test('E1: a part that lies too deep is kept as text', () => {
  expect(toHtml(fromHtml(`${'<blockquote>'.repeat(500)}text`))).toContain('text')
  expect(shallow('<p>a<b>b</b><br></p><!-- x -->1 < 2</z>')).toBe('<p>a<b>b</b><br></p>1 &lt; 2')
})

test('E1: no tag comes to be out of words, and none hides where a reader would find it', () => {
  const many = Array.from({ length: 60 }, (_, at) => `a${at}=1`).join(' ')
  for (const html of [
    `<<!--x-->p ${many}>`,
    `<!--><p ${many}>`,
    `<!--x--!><p ${many}>`,
    `<svg><title><p ${many}>`,
    `<select><xmp><p ${many}>`,
    `<p title=">" ${many}>`,
  ])
    expect(shallow(html)).not.toMatch(/<p [^>]*a9=1/)
})

test('E1: a reader has no more open than was counted', () => {
  const pieces = [
    '<span><div></span>',
    '<div><object></div>',
    '</b><b a=1><summary>',
    '<li><dd>',
    '<b><li></div><a><dd>',
  ]
  for (const piece of pieces) {
    const { body } = domino.createDocument('')
    body.innerHTML = shallow(piece.repeat(2_000))
    let [depth, at] = [0, body as Element | null]
    while (at) {
      depth += 1
      at = at.lastElementChild
    }
    expect(depth, piece).toBeLessThan(900)
  }
})
