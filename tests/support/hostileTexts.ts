import type { Dice } from './dice.ts'

/** Texts that cost more than they say: each is one small piece, many times over. */
const times =
  (piece: string, head = '', tail = '') =>
  (n: number) =>
    head + piece.repeat(n) + tail
const each =
  (piece: (at: number) => string, head = '') =>
  (n: number) =>
    head + Array.from({ length: n }, (_, at) => piece(at)).join('')

export type Shapes = Record<string, (n: number) => string>

export const htmlShapes: Shapes = {
  'cells of a row': times('<td>a</td>', '<table><tr>'),
  'rows of a table': times('<tr><td>a</td></tr>', '<table>'),
  'cells as wide as can be': times('<td colspan=100>a</td>', '<table><tr>'),
  'words between cells': times('x<td>', '<table><tr>'),
  breaks: times('<br>', '<p>'),
  paragraphs: times('<p>ab</p>'),
  items: times('<li>a'),
  'attributes of one tag': n => `<p ${each(at => ` a${at}=1`)(n)}>x</p>`,
  'formatting that is not closed': each(at => `<p><b a=${at}>x`),
  'ends of nothing': times('</p>'),
  figures: times('<img src="/a">', '<figure>'.repeat(90)),
  'tables in tables': times('<table><tr><td>'),
  quotes: times('<blockquote>'),
  'details in details': times('<details><summary>a</summary>'),
  tasks: times('<ul data-type="taskList"><li data-type="taskItem">'),
  words: times('word ', '<p>'),
  marks: times('<b><i><u>a</u></i></b>', '<p>'),
  signs: times('<'),
  comments: times('<!--x-->'),
  'open comments': times('<!--'),
  scripts: times('<script>x</script>'),
  drawings: times('<g></g>', '<svg>'),
  'lists of headings': n =>
    '<div data-block-type="table-of-contents"></div>'.repeat(n) + '<h1>a</h1>'.repeat(n),
}

export const markdownShapes: Shapes = {
  rules: times('---\n'),
  'names of links': times('[a]: x\n'),
  'names of links, and their use': times('[a]\n', '[a]: x\n\n'),
  headings: times('# a\n'),
  'underlined headings': times('a\n===\n'),
  fences: times('```\na\n```\n'),
  paragraphs: times('a b\n\n'),
  items: times('- a\n'),
  numbers: each(at => `${at + 1}. a\n`),
  tasks: times('- [ ] a\n'),
  'tasks and numbers': times('- [ ] a\n1. b\n'),
  quotes: times('> > > > a\n\n'),
  'quotes in quotes': times('>'),
  tables: times('|a|\n|-|\n|b|\n\n'),
  'rows of a wide table': n => `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'|b|\n'.repeat(n)}`,
  toggles: times('<details><summary>a</summary>\n\n'),
  emphasis: times('*a '),
  brackets: times('['),
  breaks: times('<br>'),
  blanks: times('\n'),
  'entities without end': times('&#x'),
  'brackets in brackets': n => '['.repeat(n) + ']'.repeat(n),
  'brackets that end nothing': times('a]'),
  'links without end': times('[a]('),
  'names of links without end': times('[a\n'),
  'signs without space': times('a**b'),
  'two kinds of signs': times('*a_ '),
  'code of every length': each(at => `${'`'.repeat((at % 300) + 1)}a`),
  instructions: times('a <? '),
  'underlined headings in an item': times('  a\n  ===\n\n', '- b\n'),
  'a quote without its signs': times('b\n', '> a\n'),
  'items ever deeper': each(at => `${'  '.repeat(at % 95)}- a\n`),
  'endings of an address': times('&a;', 'www.a.b/'),
  'words behind a bracket': times(' a', 'a@b.example ['),
  'lines behind a bracket': times('a\n', 'www.b.example ['),
  'toggles in one line': times('<details><summary>'),
  'tags of marks': n => '<b>'.repeat(n) + '</b>'.repeat(n),
}

const inBlocks = (words: string[]) => words.map(word => `<p>${word}</p>`).join('')
const inLines = (words: string[]) => `<p>${words.join('<br>')}</p>`
const inSentence = (words: string[]) => `<p>${words.join(' ')}</p>`
const everySecond = (words: string[]) => words.map((word, at) => (at % 2 ? word : `${word}x`))

/** A text of these words before and after an edit that touches most of it. */
export const edits: Record<string, (words: string[]) => [string, string]> = {
  'a paragraph is split at each word': words => [inSentence(words), inBlocks(words)],
  'paragraphs are joined': words => [inBlocks(words), inSentence(words)],
  'every second paragraph is deleted': words => [inBlocks(words), inBlocks(words.filter((_, at) => at % 2))],
  'every second paragraph is changed': words => [inBlocks(words), inBlocks(everySecond(words))],
  'every second line of a paragraph is changed': words => [inLines(words), inLines(everySecond(words))],
  'paragraphs are turned round': words => [inBlocks(words), inBlocks([...words].reverse())],
  'paragraphs are wrapped': words => [inBlocks(words), `<blockquote>${inBlocks(words)}</blockquote>`],
  'paragraphs become items': words => [
    inBlocks(words),
    `<ul>${words.map(word => `<li>${word}`).join('')}</ul>`,
  ],
  'equal paragraphs become more': words => [
    inBlocks(words.map(() => 'a')),
    inBlocks([...words, ...words].map(() => 'a')),
  ],
}

/** So much of a shape as comes to about so many letters. */
export const ofLength = (shape: (n: number) => string, letters: number): string => {
  const [one, two] = [shape(64).length, shape(128).length]
  return shape(Math.max(1, Math.round(((letters - one) * 64) / (two - one)) + 64))
}

/** Up to four of the shapes, one after the other or cut off within each other, of so many letters at most. */
export const mixed = (chance: Dice, shapes: Shapes, letters: number): string => {
  const all = Object.values(shapes)
  const parts = Array.from({ length: 1 + chance.number(4) }, () => {
    const text = ofLength(chance.pick(all), 200 + chance.number(letters / 4))
    return chance.chance(0.5) ? text : text.slice(chance.number(20), -1 - chance.number(20))
  })
  return parts.join(chance.pick(['', '\n', '\n\n', ' ']))
}
