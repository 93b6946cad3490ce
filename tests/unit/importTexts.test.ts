import { expect, test } from 'vitest'
import { jsonParts, parseJson } from '../../api/workspace/imports/json/parts.ts'
import { htmlOfAdf } from '../../api/workspace/imports/text/adf.ts'
import { withoutComments } from '../../api/workspace/imports/text/comments.ts'
import { htmlOfWiki } from '../../api/workspace/imports/text/wiki.ts'
import { groupOf } from '../../api/workspace/imports/values.ts'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'

const FILES = new Map([['chart.png', 'https://files.example/9']])
const words = (text: string, ...marks: object[]) => ({
  type: 'text',
  text,
  ...(marks.length ? { marks } : {}),
})
const p = (...content: object[]) => ({ type: 'paragraph', content })
const adf = (...content: object[]) =>
  htmlOfAdf({ type: 'doc', version: 1, content }, { files: FILES, base: '' })

const ADF: [string, object, string][] = [
  [
    'marks',
    p(words('a<', { type: 'strong' }, { type: 'em' }), words('b', { type: 'subsup' })),
    '<p><em><strong>a&lt;</strong></em>b</p>',
  ],
  [
    'a link',
    p(words('a', { type: 'link', attrs: { href: 'https://x.example/?a="1"' } })),
    '<p><a href="https://x.example/?a=&quot;1&quot;">a</a></p>',
  ],
  ['a script as a link', p(words('a', { type: 'link', attrs: { href: 'javascript:alert(1)' } })), '<p>a</p>'],
  [
    'a colour',
    p(words('a', { type: 'textColor', attrs: { color: '#ff5630' } })),
    '<p><span data-text-color="peach">a</span></p>',
  ],
  ['a heading', { type: 'heading', attrs: { level: 3 }, content: [words('a')] }, '<h3>a</h3>'],
  [
    'code',
    { type: 'codeBlock', attrs: { language: 'java' }, content: [words('a<b\nc')] },
    '<pre><code class="language-java">a&lt;b\nc</code></pre>',
  ],
  [
    'tasks, nested ones behind their item',
    {
      type: 'taskList',
      content: [
        { type: 'taskItem', attrs: { state: 'DONE' }, content: [words('a')] },
        {
          type: 'taskList',
          content: [{ type: 'taskItem', attrs: { state: 'TODO' }, content: [words('b')] }],
        },
      ],
    },
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox"></label><div><p>a</p><ul data-type="taskList"><li data-type="taskItem" data-checked="false"><label><input type="checkbox"></label><div><p>b</p></div></li></ul></div></li></ul>',
  ],
  [
    'a toggle',
    { type: 'expand', attrs: { title: 'T' }, content: [p(words('a'))] },
    '<details><summary>T</summary><p>a</p></details>',
  ],
  [
    'a table',
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [{ type: 'tableHeader', attrs: { colspan: 2 }, content: [p(words('a'))] }],
        },
      ],
    },
    '<table><tbody><tr><th colspan="2"><p>a</p></th></tr></tbody></table>',
  ],
  [
    'a file by its name',
    { type: 'mediaSingle', content: [{ type: 'media', attrs: { type: 'file', id: 'u', alt: 'chart.png' } }] },
    '<p><a href="https://files.example/9">chart.png</a></p>',
  ],
  [
    'a file that is not there',
    { type: 'mediaGroup', content: [{ type: 'media', attrs: { type: 'file', id: 'u', alt: 'x.doc' } }] },
    '<p>[x.doc]</p>',
  ],
  [
    'a card',
    p({ type: 'inlineCard', attrs: { url: 'https://x.example/browse/PO-2' } }),
    '<p><a href="https://x.example/browse/PO-2">https://x.example/browse/PO-2</a></p>',
  ],
  [
    'a mention, a day, a state, a face',
    p(
      { type: 'mention', attrs: { id: '1', text: '@Ines' } },
      { type: 'date', attrs: { timestamp: '1717200000000' } },
      { type: 'status', attrs: { text: 'OPEN' } },
      { type: 'emoji', attrs: { shortName: ':tug:' } },
    ),
    '<p>@Ines2024-06-01<strong>OPEN</strong>:tug:</p>',
  ],
  [
    'a decision',
    { type: 'decisionList', content: [{ type: 'decisionItem', content: [words('a')] }] },
    '<ul><li><p><strong>Decision:</strong> a</p></li></ul>',
  ],
  ['what has no form', { type: 'extension', attrs: { extensionKey: 'chart' } }, '<p>[chart]</p>'],
  ['a node that is not known, with content', { type: 'futureNode', content: [p(words('a'))] }, '<p>a</p>'],
  ['a name of the language itself', { type: 'constructor', content: [] }, '[constructor]'],
]
test.each(ADF)('Atlassian’s tree: %s', (_, node, html) => expect(adf(node)).toBe(html))

test('Atlassian’s tree is read to a bound of its depth and its length', () => {
  let deep: object = p(words('end'))
  for (let depth = 0; depth < 50_000; depth++) deep = { type: 'blockquote', content: [deep] }
  expect(adf(deep)).toContain('[…]')
  const began = performance.now()
  const long = adf(...Array.from({ length: 100_000 }, () => p(words('a'))))
  expect(long.endsWith('<p>[…]</p>')).toBe(true)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(htmlOfAdf('no tree', { files: FILES, base: '' })).toBe('[]')
})

const WIKI: [string, string, string][] = [
  ['headings and rules', 'h2. A\n----', '<h2>A</h2><hr>'],
  [
    'marks',
    '*b* _i_ -s- +u+ {{m*o*}} 2*3*4 a_b_c',
    '<p><strong>b</strong> <em>i</em> <s>s</s> <u>u</u> <code>m*o*</code> 2*3*4 a_b_c</p>',
  ],
  ['marks within marks', '*_both_*', '<p><strong><em>both</em></strong></p>'],
  ['escapes and breaks', '\\*no\\* a\\\\b', '<p>*no* a<br>b</p>'],
  [
    'links',
    '[a|https://x.example/] [https://y.example/] [~ines] [^chart.png] [x]',
    '<p><a href="https://x.example/">a</a> <a href="https://y.example/">https://y.example/</a> @ines <a href="https://files.example/9">chart.png</a> [x]</p>',
  ],
  ['a bold link', '*[a|https://x.example/]*', '<p><strong><a href="https://x.example/">a</a></strong></p>'],
  [
    'pictures',
    '!chart.png|thumbnail! !gone.png! Wow! Really!',
    '<p><a href="https://files.example/9">chart.png</a> [gone.png] Wow! Really!</p>',
  ],
  [
    'lists',
    '* a\n** b\n*# c\n# d',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul><ol><li><p>c</p></li></ol></li></ul><ol><li><p>d</p></li></ol>',
  ],
  [
    'tables',
    '||h||k||\n|c|[a|https://x.example/]|',
    '<table><tbody><tr><th><p>h</p></th><th><p>k</p></th></tr><tr><td><p>c</p></td><td><p><a href="https://x.example/">a</a></p></td></tr></tbody></table>',
  ],
  [
    'code',
    'a\n{code:java}\nint *b*;\n{code}\nc',
    '<p>a</p><pre><code class="language-java">int *b*;</code></pre><p>c</p>',
  ],
  ['code without an end', '{code}\na', '<p>{code}<br>a</p>'],
  ['quotes', '{quote}a{quote}\nbq. b', '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>'],
  ['a toggle', '{expand:title=T}a{expand}', '<details><summary>T</summary><p>a</p></details>'],
  [
    'a panel',
    '{panel:title=T|bgColor=#fff}a{panel}',
    '<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="128161"><p><strong>T</strong></p><p>a</p></div>',
  ],
  ['a colour', '{color:#ff0000}a{color} b', '<p><span data-text-color="peach">a</span> b</p>'],
  ['a colour without an end', '{color:red}a', '<p><span data-text-color="peach">a</span></p>'],
  ['HTML', '<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['a script as a link', '[a|javascript:alert(1)]', '<p>a</p>'],
  ['a keyword of an issue', 'See PO-2', '<p>See PO-2</p>'],
]
test.each(WIKI)('wiki markup: %s', (_, text, html) => {
  expect(htmlOfWiki(text, FILES)).toBe(html)
  // Our reading takes it without losing a word.
  expect(toHtml(fromHtml(html)).replace(/<[^>]*>/g, '').length).toBeGreaterThan(0)
})

const DEAR = [
  '*a ',
  '_a *',
  '[a',
  '[a|',
  '{{',
  '!a',
  '{color:red}',
  '{quote}',
  '{code}',
  '{code:x}',
  '||a[',
  '|',
  '\\',
  '* a\n',
  '# a\n** b\n',
  '{panel:title=',
  '-a -',
  'http://',
  '<!--',
  '#1 ',
]
test.each(DEAR)('texts of %j alone take no more than linear time', sign => {
  const line = sign.repeat(Math.ceil(19_000 / sign.length))
  const text = [line, line, line].join('\n')
  const began = performance.now()
  htmlOfWiki(text)
  withoutComments(text.repeat(20))
  expect(performance.now() - began).toBeLessThan(400)
})

const partsOf = async (text: string, size: number) => {
  const bytes = Buffer.from(text)
  const found: unknown[] = []
  const slices = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  for await (const { name, kind, value } of jsonParts(slices())) found.push([name, kind, value])
  return found
}
const JSONS = [
  '[]',
  '{}',
  ' [1, "a,]\\"", {"b":[1,2]}, null] ',
  '{"a": 1, "l": [ {"x":"}{"}, [1] ], "e": [], "o": {"l":[1]}, "z": "é\\u0000\\ud800"}',
]
test.each(JSONS)('JSON is taken apart the same at every cut: %s', async text => {
  const whole = await partsOf(text, 10_000)
  for (const size of [1, 2, 3, 7]) expect(await partsOf(text, size)).toEqual(whole)
  const given = JSON.parse(text)
  const values = whole.filter(one => (one as string[])[1] !== 'begin').map(one => (one as unknown[])[2])
  if (Array.isArray(given)) expect(values).toEqual(given)
  else expect(whole.length).toBe(text === '{}' ? 0 : 7)
})

test('a long answer is read by its parts as it would be at once', async () => {
  const many = Array.from({ length: 5_000 }, (_, id) => ({
    id,
    words: `"quoted" \\ ${id}`,
    list: [1, { a: [] }],
  }))
  expect(await parseJson(Buffer.from(JSON.stringify(many)))).toEqual(many)
  const within = { total: 3, issues: many, none: [], names: { a: many.slice(0, 2) } }
  expect(await parseJson(Buffer.from(JSON.stringify(within)))).toEqual(within)
  await expect(parseJson(Buffer.from(`[${'"a",'.repeat(200_000)}1]`))).rejects.toThrow(/too many entries/)
  await expect(parseJson(Buffer.from(`[[${'0,'.repeat(100_000)}1]]`))).rejects.toThrow(/too many values/)
  await expect(parseJson(Buffer.from(`["${'a'.repeat(5_000_000)}"]`))).rejects.toThrow(/too long/)
})

test('a group that a source names is that group, whatever words it is made of', () => {
  expect(
    ['unstarted', 'completed', 'cancelled', 'started', 'backlog'].map(group => groupOf('Any', group)),
  ).toEqual([...['unstarted', 'completed', 'cancelled', 'started', 'backlog']])
})
