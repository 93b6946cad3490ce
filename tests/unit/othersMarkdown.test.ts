/** Markdown as other people and programs write it: read as it was meant, without a word lost. */
import { describe, expect, test } from 'vitest'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { fromMarkdown, refusalOfMarkdown, toMarkdown } from '../../collab-server/document/markdown/index.ts'
import { markdownShapes, ofLength } from '../support/hostileTexts.ts'

const names = { origin: 'https://quay.example', slug: 'pier', project: '1', images: true, issue: () => null }
/** Without the attributes that every link, cell and box has. */
const bare = (html: string) =>
  html
    .replace(/ (?:target|rel|style|colspan|rowspan|data-type)="[^"]*"/g, '')
    .replace(/<colgroup>.*?<\/colgroup>|<label>.*?<\/label>|<\/?div>/g, '')
const read = (markdown: string) => bare(toHtml(fromMarkdown(markdown)))
const again = (html: string) => toHtml(fromMarkdown(toMarkdown(fromHtml(html).toJSON(), names)))

const ROWS: [string, string, string][] = [
  [
    'code in a link',
    'Ask [`tide()`](https://quay.example/t).',
    '<p>Ask <a href="https://quay.example/t"><code>tide()</code></a>.</p>',
  ],
  [
    'code in bold, leaning and struck',
    '**`a`**, *`b`*, ~~`c`~~',
    '<p><strong><code>a</code></strong>, <em><code>b</code></em>, <s><code>c</code></s></p>',
  ],
  ['an empty item', '1. \n2. rope', '<ol><li><p></p></li><li><p>rope</p></li></ol>'],
  [
    'an empty item within',
    '- a\n  - \n- b',
    '<ul><li><p>a</p><ul><li><p></p></li></ul></li><li><p>b</p></li></ul>',
  ],
  ['an empty quote', 'a\n\n>', '<p>a</p><blockquote><p></p></blockquote>'],
  ['an empty heading', '#', '<h1></h1>'],
  [
    'an empty to-do',
    '- [ ] rope\n- [ ] \n- [x]',
    '<ul><li data-checked="false"><p>rope</p></li><li data-checked="false"><p></p></li><li data-checked="true"><p></p></li></ul>',
  ],
  [
    'code in an item, by 4',
    '- a\n\n    ```sh\n    npm ci\n    ```\n\n- b',
    '<ul><li><p>a</p><pre><code class="language-sh">npm ci</code></pre></li><li><p>b</p></li></ul>',
  ],
  [
    'code in an item, by 2, tight',
    '- a\n  ```\n  npm ci\n  ```',
    '<ul><li><p>a</p><pre><code>npm ci</code></pre></li></ul>',
  ],
  [
    'code in an item, by tilde and tab',
    '1. a\n\n\t~~~\n\tx\n\t~~~',
    '<ol><li><p>a</p><pre><code>x</code></pre></li></ol>',
  ],
  ['an item that begins with code', '- ```\n  x\n  ```', '<ul><li><pre><code>x</code></pre></li></ul>'],
  ['a name with a dot', 'Mr. Smith\n\nNo. 5 and OK. Done', '<p>Mr. Smith</p><p>No. 5 and OK. Done</p>'],
  [
    'bullets below a number, by 4',
    '1. a\n    - b\n    - c\n2. d',
    '<ol><li><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li><li><p>d</p></li></ol>',
  ],
  [
    'a break in a cell',
    '| h |\n| - |\n| a<br>b |',
    '<table><tbody><tr><th><p>h</p></th></tr><tr><td><p>a<br>b</p></td></tr></tbody></table>',
  ],
  ['a footnote', 'Words[^1] go on.\n\n[^1]: First.', '<p>Words[^1] go on.</p><p>[^1]: First.</p>'],
  [
    'facts about a text',
    '---\ntitle: Tide\n---\n\n# Head',
    '<pre><code class="language-yaml">title: Tide</code></pre><h1>Head</h1>',
  ],
  ['a mark of its encoding', '\uFEFF# Head', '<h1>Head</h1>'],
  ['entities', '1&#124;2 &copy; &mdash;', '<p>1|2 © —</p>'],
  [
    'the start of a list, and two beside each other',
    '3. a\n4. b\n\n1) c',
    '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol><ol><li><p>c</p></li></ol>',
  ],
  [
    'to-dos among bullets',
    '- a\n- [x] b',
    '<ul><li><p>a</p></li></ul><ul><li data-checked="true"><p>b</p></li></ul>',
  ],
  ['numbered to-dos', '1. [x] a', '<ol><li><p>[x] a</p></li></ol>'],
  [
    'tags that mean a mark',
    'a <b>b</b> <kbd>c</kbd> <q>d</q>',
    '<p>a <strong>b</strong> <code>c</code> &lt;q&gt;d&lt;/q&gt;</p>',
  ],
  [
    'HTML',
    '<div align="center">\n  <b>x</b>\n</div>',
    '<p>&lt;div align="center"&gt;\n&lt;b&gt;x&lt;/b&gt;\n&lt;/div&gt;</p>',
  ],
  [
    'HTML with an address',
    '<div>\n<a href="https://quay.example/a">b</a>\n</div>',
    '<p>&lt;div&gt;\n&lt;a href="https://quay.example/a"&gt;b&lt;/a&gt;\n&lt;/div&gt;</p>',
  ],
  [
    'a badge',
    '[![built](https://b.example/b.svg)](https://b.example)',
    '<p><a href="https://b.example">built</a></p>',
  ],
  [
    'a toggle in one piece',
    '<details><summary>a</summary>\n**b**\n</details>',
    '<details><summary>a</summary><p><strong>b</strong></p></details>',
  ],
  [
    'a table, struck words, addresses',
    '| a | b |\n|:-|-:|\n| ~~c~~ | www.d.example |',
    '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p><s>c</s></p></td><td><p><a href="http://www.d.example">www.d.example</a></p></td></tr></tbody></table>',
  ],
  [
    'cells too few and too many',
    '| a | b |\n|-|-|\n| c |\n| d | e | f |',
    '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th><th><p></p></th></tr><tr><td><p>c</p></td><td><p></p></td><td><p></p></td></tr><tr><td><p>d</p></td><td><p>e</p></td><td><p>f</p></td></tr></tbody></table>',
  ],
]

const cellsOf = (rows: string[][]) => {
  const row = (name: string) => (cells: string[]) =>
    `<tr>${cells.map(cell => `<${name}><p>${cell}</p></${name}>`).join('')}</tr>`
  return `<table><tbody>${row('th')(rows[0]!)}${rows.slice(1).map(row('td')).join('')}</tbody></table>`
}
const link = (href: string, words = href) => `<a href="${href}">${words}</a>`

/** What GitHub adds to CommonMark: tables, struck words, things to do, addresses. */
const GITHUB: [string, string, string][] = [
  [
    'a table without its edges',
    'a | b\n:-: | -\nc | d',
    cellsOf([
      ['a', 'b'],
      ['c', 'd'],
    ]),
  ],
  [
    'pipes in cells',
    '| a |\n| - |\n| b `\\|` **\\|** c |',
    cellsOf([['a'], ['b <code>|</code> <strong>|</strong> c']]),
  ],
  [
    'a table that a quote ends',
    '| a |\n| - |\n| b |\n> c',
    `${cellsOf([['a'], ['b']])}<blockquote><p>c</p></blockquote>`,
  ],
  ['a table that a blank line ends', '| a |\n| - |\nb\n\nc', `${cellsOf([['a'], ['b']])}<p>c</p>`],
  ['a head of other cells', '| a | b |\n| - |\n| c |', '<p>| a | b |\n| - |\n| c |</p>'],
  ['a table of its head alone', '| a | b |\n| - | - |', cellsOf([['a', 'b']])],
  [
    'a table in an item',
    '- a\n\n  | b |\n  | - |\n  | c |',
    `<ul><li><p>a</p>${cellsOf([['b'], ['c']])}</li></ul>`,
  ],
  ['one and two signs', '~a~ ~~b~~ ~~~c~~~', '<p><s>a</s> <s>b</s> ~~~c~~~</p>'],
  ['a stroke over no two paragraphs', 'a ~~b\n\nc~~ d', '<p>a ~~b</p><p>c~~ d</p>'],
  [
    'done and open within',
    '- [X] a\n  - [ ] b\n  - [x] c',
    '<ul><li data-checked="true"><p>a</p><ul><li data-checked="false"><p>b</p></li><li data-checked="true"><p>c</p></li></ul></li></ul>',
  ],
  ['what is no box', '- [] a\n- [y] b', '<ul><li><p>[] a</p></li><li><p>[y] b</p></li></ul>'],
  [
    'an address by www',
    'Go to www.a.example/b. Or (www.c.example/d).',
    `<p>Go to ${link('http://www.a.example/b', 'www.a.example/b')}. Or (${link('http://www.c.example/d', 'www.c.example/d')}).</p>`,
  ],
  [
    'brackets in an address',
    'www.a.example/q=(b+(c)))',
    `<p>${link('http://www.a.example/q=(b+(c))', 'www.a.example/q=(b+(c))')})</p>`,
  ],
  [
    'an entity behind an address',
    'www.a.example/q=b&c=d&hl;',
    `<p>${link('http://www.a.example/q=b&amp;c=d', 'www.a.example/q=b&amp;c=d')}&amp;hl;</p>`,
  ],
  [
    'an address by its scheme',
    'http://a.example, https://b.example/c?d#e.',
    `<p>${link('http://a.example')}, ${link('https://b.example/c?d#e')}.</p>`,
  ],
  [
    'an address of mail',
    'a.b-c_d@e.example and a@b and x@y.example.',
    `<p>${link('mailto:a.b-c_d@e.example', 'a.b-c_d@e.example')} and a@b and ${link('mailto:x@y.example', 'x@y.example')}.</p>`,
  ],
]

test.each([...ROWS, ...GITHUB])('%s', (_, markdown, html) => {
  expect(read(markdown)).toBe(html)
  // What is handed out says the same.
  expect(read(toMarkdown(fromMarkdown(markdown).toJSON(), names))).toBe(html)
})

test.each([
  '<p><strong>Note:</strong>text <code>x ` y</code> <a href="https://x.example/a b" title="q&quot;q">t</a> <a href="https://x.example/a)b">v</a> a<br><br>b</p>',
  '<ol><li><h3>Step</h3><p>do</p></li><li><pre><code>npm ci</code></pre></li><li><blockquote><p>a</p></blockquote></li></ol>',
  '<table><tbody><tr><td><p>a<br>b</p><p>c<br><br>d</p><p></p><p>e</p></td></tr></tbody></table>',
  '<ul><li><p></p><ul><li><p>a</p></li></ul></li><li><ul><li><p>b</p></li></ul></li></ul>',
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p></p></li><li data-type="taskItem" data-checked="false"><p>[ ]</p></li></ul>',
  '<ul><li><p>a</p></li></ul><ul><li><p>[ ]</p></li></ul><ol><li><p>c</p></li></ol><ol start="7"><li><p>d</p></li></ol>',
  '<hr><p>a</p><hr><blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>',
  '<h1>a<br>b</h1><h4>c<br>d</h4><p><br>e<br></p><details><summary>f<br>g</summary><p>h</p></details>',
  '<p>*so*, a_b_ &amp;copy; &lt;b&gt; 1. # ~x~ [y](z)</p>',
])('what is handed out as Markdown is the same when it is sent back: %s', html => {
  expect(again(html)).toBe(toHtml(fromHtml(html)))
})

test.each([
  '<p>www.a.example|&amp;&lt;/b&gt; https://a.example<strong>b</strong> https://a.example* (https://a.example)*</p>',
  '<p>x@a.example_b_ <em>c</em>d@a.example</p>',
])('a sign behind an address is no part of it: %s', html => {
  const words = (one: string) => one.replace(/<[^>]*>/g, '')
  expect(words(again(html))).toBe(words(html))
})

test('an address in words stays as it is, with every sign in it', () => {
  const written = toMarkdown(
    fromHtml('<p>at https://x.example/a_b_c?d=*e*&amp;copy=1, and so</p>').toJSON(),
    names,
  )
  expect(written).toBe('at https://x.example/a_b_c?d=*e*&copy=1, and so\n')
})

const LETTERS = 20_000
const cost = (run: () => void) => {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

describe('E1: no Markdown costs more than its length', () => {
  const shapes = { ...markdownShapes, prose: (n: number) => 'The tide turns at noon.\n'.repeat(n) }
  test.each(Object.entries(shapes))('%s', (_, shape) => {
    const run = (letters: number) => () => {
      const markdown = ofLength(shape, letters)
      if (refusalOfMarkdown(markdown) === null) toMarkdown(fromMarkdown(markdown).toJSON(), names)
    }
    run(LETTERS / 20)()
    expect(cost(run(LETTERS))).toBeLessThan(3)
  })

  test.each([
    ['an entity without end', '&#x'.repeat(166_000), null],
    ['letters', 'a'.repeat(500_001), /longer than 500,000 characters/],
    ['quotes', '> '.repeat(50_000), /nested too deeply/],
    ['items', `${'- '.repeat(101)}a`, /nested too deeply/],
    ['lines', 'a\n'.repeat(60_000), /more than 50,000 lines/],
    ['lines in quotes', `${'> '.repeat(50)}a\n`.repeat(2_000), /more than 50,000 lines/],
    ['pipes', `${'|'.repeat(500)}\n${'|-'.repeat(499)}|\n${'|\n'.repeat(100)}`, /more than 20,000 cells/],
    ['toggles', '<details>\n'.repeat(1_001), /more than 1,000 toggles/],
  ])('a refusal names its cause: %s', (_, markdown, why) => {
    const refused = refusalOfMarkdown(markdown)
    if (why) expect(refused).toMatch(why)
    else expect(refused).toBeNull()
  })

  test('signs beyond those that anyone writes in a paragraph are words', () => {
    const read = toHtml(fromMarkdown(`${'*a* '.repeat(2_000)}\n\n**b**`))
    expect(read.match(/<em>/g)?.length).toBeGreaterThan(200)
    expect(read.match(/a/g)).toHaveLength(2_000)
    expect(read).toContain('<p><strong>b</strong></p>')
  })
})
