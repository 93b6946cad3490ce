import domino from '@mixmark-io/domino'
import { expect, test } from 'vitest'
import { shallow } from '#document'
import { readForeign, setStylesAside } from '../../collab-server/document/foreign/index.ts'
import { fromForeignHtml, fromHtml, toHtml } from '../../collab-server/document/html.ts'

const cleaned = (html: string) => {
  const { body } = domino.createDocument('')
  body.innerHTML = setStylesAside(shallow(html))
  readForeign(body)
  return toHtml(fromHtml(body.innerHTML))
}

const WORD = (level: number, sign: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}</p>`
const TODO = (checked: boolean, words: string) =>
  `<ul data-type="taskList"><li data-checked="${checked}" data-type="taskItem"><label><input type="checkbox"${checked ? ' checked="checked"' : ''}><span></span></label><div>${words}</div></li></ul>`
const DONE = TODO(true, '<p>a</p>')
const LINK = 'target="_blank" rel="noopener noreferrer nofollow" href="https://quay.example/"'

const ROWS: [string, string, string][] = [
  [
    'Word',
    WORD(1, '·', 'One') + WORD(2, 'o', 'Two') + WORD(3, '§', 'Three') + WORD(1, '\uf0b7', 'Four'),
    '<ul><li><p>One</p><ul><li><p>Two</p><ul><li><p>Three</p></li></ul></li></ul></li><li><p>Four</p></li></ul>',
  ],
  [
    'Word, any sign',
    WORD(1, '★', 'One') + WORD(1, '➤', 'Two'),
    '<ul><li><p>One</p></li><li><p>Two</p></li></ul>',
  ],
  [
    'Word, numbered',
    WORD(1, '1.', 'One') + WORD(2, 'a)', 'Two') + WORD(2, 'b)', 'Three') + WORD(1, '2.', 'Four'),
    '<ol><li><p>One</p><ol><li><p>Two</p></li><li><p>Three</p></li></ol></li><li><p>Four</p></li></ol>',
  ],
  [
    'Word, numbers that go on',
    `${WORD(1, '1.', 'One')}<p>Between</p>${WORD(1, '2.', 'Two')}${WORD(1, '3.', 'Three')}`,
    '<ol><li><p>One</p></li></ol><p>Between</p><ol start="2"><li><p>Two</p></li><li><p>Three</p></li></ol>',
  ],
  [
    'Word, numbers of every kind, and bullets behind them',
    WORD(1, '(i)', 'One') + WORD(1, '(ii)', 'Two') + WORD(1, '·', 'Three'),
    '<ol><li><p>One</p></li><li><p>Two</p></li></ol><ul><li><p>Three</p></li></ul>',
  ],
  [
    'Docs',
    '<b id="docs-internal-guid-1" style="font-weight:normal"><p><span style="font-weight:700">a</span><span style="font-weight:400"> b</span></p><br><ul><li>c</li><ul><li>d</li></ul></ul></b><br class="Apple-interchange-newline">',
    '<p><strong>a</strong> b</p><p></p><ul><li><p>c</p><ul><li><p>d</p></li></ul></li></ul>',
  ],
  [
    'Docs, to-dos',
    '<ul><li role="checkbox" aria-checked="true" dir="ltr"><img src="data:image/png;base64,x" alt="checked" role="checkbox"><p>a</p></li></ul>',
    DONE,
  ],
  [
    'GitHub',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked> a</li></ul>',
    DONE,
  ],
  ['a box in a paragraph', '<ul><li><p><input type="checkbox" checked="">a</p></li></ul>', DONE],
  [
    'a box in a label',
    '<ul class="todo-list"><li><label><input type="checkbox" checked disabled><span>a</span></label></li></ul>',
    DONE,
  ],
  [
    'a box, and more below',
    '<ul><li><input type="checkbox"> Buy<div>two</div></li></ul>',
    TODO(false, '<p>Buy</p><p>two</p>'),
  ],
  [
    'Notion',
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">a</span></li></ul>',
    DONE,
  ],
  ['Confluence', '<ul class="inline-task-list"><li class="checked"><span>a</span></li></ul>', DONE],
  ['an action list', '<ol data-node-type="actionList"><li data-task-state="DONE">a</li></ol>', DONE],
  ['an editor by data', '<ol><li data-list="checked">a</li></ol>', DONE],
  ['an editor by list', '<ul data-checked="true"><li>a</li></ul>', DONE],
  ['an editor by role', '<ul><li role="checkbox" aria-checked="true">a</li></ul>', DONE],
  ['Evernote', '<ul style="--en-todo:true;"><li style="--en-checked:true;"><div>a</div></li></ul>', DONE],
  ['boxes in words', '<ul><li>[x] a</li></ul>', DONE],
  ['signs in words', '<ul><li><p>☑ a</p></li></ul>', DONE],
  [
    'to-dos among bullets',
    '<ul><li>b</li><li><input type=checkbox checked>a</li><li>c</li></ul>',
    `<ul><li><p>b</p></li></ul>${DONE}<ul><li><p>c</p></li></ul>`,
  ],
  [
    'lists directly in lists',
    '<ul><ul><li>a</li></ul><li>b</li><ol><li>c</li></ol></ul>',
    '<ul><li><ul><li><p>a</p></li></ul></li><li><p>b</p><ol><li><p>c</p></li></ol></li></ul>',
  ],
  [
    'a list that begins later',
    '<ol start="4"><li>a</li></ol><ol><li>b</li></ol>',
    '<ol start="4"><li><p>a</p></li></ol><ol><li><p>b</p></li></ol>',
  ],
  [
    'items of blocks',
    '<ol><li><h3>a</h3><p>b</p></li><li><pre><code>c</code></pre></li></ol>',
    '<ol><li><h3>a</h3><p>b</p></li><li><pre><code>c</code></pre></li></ol>',
  ],
  ['code in lines', '<pre><div>c</div><div>  d</div></pre>', '<pre><code>c\n  d</code></pre>'],
  ['code with breaks', '<pre class="x">a<br>  b<br></pre>', '<pre><code>a\n  b</code></pre>'],
  [
    'a code editor',
    '<div style="color: #d4d4d4;font-family: Menlo;white-space: pre;"><div><span style="color: #569cd6;">let</span> a</div><br><div>  b</div></div>',
    '<pre><code>let a\n\n  b</code></pre>',
  ],
  [
    'GitHub, code',
    '<div class="highlight highlight-source-shell"><pre><span class="pl-k">npm</span> ci</pre></div>',
    '<pre><code class="language-shell">npm ci</code></pre>',
  ],
  ['blanks that are no code', '<p><span style="white-space:pre-wrap">a b</span></p>', '<p>a b</p>'],
  [
    'words behind a block',
    '<p>x</p><span>Read</span> <a href="https://quay.example/">this</a> <b>now</b>',
    `<p>x</p><p>Read <a ${LINK}>this</a> <strong>now</strong></p>`,
  ],
  [
    'empty lines',
    '<p>a</p><p><br></p><p>b</p><br class="Apple-interchange-newline">',
    '<p>a</p><p></p><p>b</p>',
  ],
  [
    'a mail',
    '<div>a</div><div><br></div><div align="right">b</div><h2 style="margin:0;text-align: center">c</h2>',
    '<p>a</p><p></p><p style="text-align: right">b</p><h2 style="text-align: center">c</h2>',
  ],
  [
    'breaks beside blocks',
    '<p>a</p><br><br>b<br>c<br><p>d</p>',
    '<p>a</p><p></p><p></p><p>b<br>c</p><p>d</p>',
  ],
  [
    'code in a link',
    '<p><a href="https://quay.example/"><code>a</code></a></p>',
    `<p><a ${LINK}><code>a</code></a></p>`,
  ],
  [
    'an image in a link',
    '<p><a href="https://quay.example/"><img src="https://quay.example/b.svg" alt="built"></a></p>',
    `<img src="https://quay.example/b.svg" alt="built"><p><a ${LINK}>built</a></p>`,
  ],
  [
    'what only looks bold',
    '<p><b style="font-weight: normal">a</b> <strong style="font-weight:400">b</strong></p>',
    '<p>a b</p>',
  ],
]

test.each(ROWS)('HTML of %s, pasted and sent', (_, html, expected) => {
  expect(cleaned(html)).toBe(expected)
  expect(toHtml(fromForeignHtml(html))).toBe(expected)
})

test.each([
  ...ROWS.map(([, , html]) => html),
  '<p>a<br>b<br></p><p style="text-align: left">c</p><p><span data-text-color="peach">d</span> <mention-component label="e"></mention-component></p>',
  '<div data-block-type="callout-component"><p>a</p></div><details><summary>b</summary><ul><li><p>c</p></li></ul></details><div data-block-type="table-of-contents"></div>',
  '<figure><image-component src="1" alt="a"></image-component><figcaption>b</figcaption></figure><file-component src="1" name="c">c</file-component><issue-embed-component entity_identifier="1"></issue-embed-component>',
  '<ol><li><p>[ ] a</p></li></ol>',
  `<ul><li>${DONE}</li><li><p><code>[x] a</code></p></li></ul>`,
  '<table><tbody><tr><td><p>a</p><p></p><ul><li><p>b</p></li></ul></td></tr></tbody></table><hr><blockquote><p></p></blockquote>',
])('our own HTML is read as ever: %s', html => {
  expect(toHtml(fromForeignHtml(html))).toBe(toHtml(fromHtml(html)))
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
