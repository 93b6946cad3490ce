import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentSchema } from '../../collab-server/document/index.ts'
import { differencesOf } from '../../web/pages/versions/wordDiff.ts'
import { runs } from '../support/soak.ts'

const { nodes } = documentSchema
const docOf = (lines: readonly string[]) =>
  nodes.doc!.create(
    null,
    lines.map(line => nodes.paragraph!.create(null, line ? documentSchema.text(line) : null)),
  )

const shownOf = (earlier: readonly string[], later: readonly string[]) => {
  const doc = docOf(later)
  const { added, removed } = differencesOf(docOf(earlier), doc)
  return {
    added: added.map(({ from, to }) => doc.textBetween(from, to, '|')),
    removed: removed.map(({ text }) => text),
  }
}

test.each([
  ['the same', ['One two'], ['One two'], [], []],
  ['a word more', ['One three'], ['One two three'], ['two '], []],
  ['a word less', ['One two three'], ['One three'], [], ['two']],
  ['another word', ['One two three'], ['One deux three'], ['deux'], ['two']],
  ['a line more', ['One'], ['One', 'Two'], ['|Two'], []],
  ['all anew', ['One'], ['Two'], ['Two'], ['One']],
])('%s', (_, earlier, later, added, removed) => {
  const shown = shownOf(earlier, later)
  expect(shown.removed).toEqual(removed)
  expect(shown.added.map(text => text.replaceAll('|', ''))).toEqual(
    added.map(text => text.replaceAll('|', '')),
  )
})

const line = fc.array(fc.constantFrom('ebb', 'flood', 'tide'), { maxLength: 6 }).map(words => words.join(' '))
const lines = fc.array(line, { minLength: 1, maxLength: 5 })
const lettersOf = (texts: readonly string[]) => texts.join('').replace(/\s/g, '').split('').sort().join('')

test('the marked words are all that differs: later without added has the letters of earlier without removed', () => {
  fc.assert(
    fc.property(lines, lines, (earlier, later) => {
      const { added, removed } = shownOf(earlier, later)
      const kept = (all: readonly string[], less: readonly string[]) => {
        const left = lettersOf(all).split('')
        for (const letter of lettersOf(less.map(text => text.replaceAll('|', ''))))
          left.splice(left.indexOf(letter), 1)
        return left.join('')
      }
      expect(kept(later, added)).toBe(kept(earlier, removed))
    }),
    runs(300),
  )
})
