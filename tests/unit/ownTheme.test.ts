import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type OwnColours,
  themeColours,
  themeSettings,
  usualColours,
} from '../../api/contract/people/themes.ts'
import { coloursAsText, coloursFromText, readColour } from '../../web/account/settings/ownColours.ts'
import { contrast, hexOf, rgbOf, rgbOfToken } from '../../web/ui/ownTheme/colour.ts'
import { derive, needed, type Tokens } from '../../web/ui/ownTheme/derive.ts'
import { ratioWords, verdictsOf } from '../../web/ui/ownTheme/verdicts.ts'
import { tokensOf } from '../support/styleTokens.ts'

const ratio = (tokens: Tokens, one: string, ground: string) =>
  contrast(rgbOf(tokens[`--${one}`] ?? ''), rgbOf(tokens[`--${ground}`] ?? ''))

const hex = fc.integer({ min: 0, max: 0xffffff }).map(n => `#${n.toString(16).padStart(6, '0')}`)
const anyColours = fc.record(
  Object.fromEntries(themeColours.map(name => [name, hex])),
) as fc.Arbitrary<OwnColours>

test('white on black is 21 to 1, and a colour is read as it was written', () => {
  expect(contrast([1, 1, 1], [0, 0, 0])).toBeCloseTo(21)
  expect(contrast(rgbOf('#777777'), rgbOf('#ffffff'))).toBeCloseTo(4.48, 2)
  expect(hexOf(rgbOf('#3f76ff'))).toBe('#3f76ff')
  expect(hexOf(rgbOfToken('oklch(1 0 0)')!)).toBe('#ffffff')
  expect(rgbOfToken('oklch(52% .19 26)')).toEqual(rgbOfToken('oklch(0.52 0.19 26)'))
})

test('the style sheet has every colour that a theme of one’s own asks of the one below', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const name of needed) expect(rgbOfToken(tokensOf(theme)(name)), `${theme} ${name}`).not.toBe(null)
})

test('every derived colour can be read, whatever colours are taken', () => {
  const texts = [
    'ink',
    'ink-2',
    'ink-3',
    'accent-text',
    'danger',
    'warn',
    'ok',
    'p1',
    'p5',
    'p16',
    'syn-key',
    'syn-note',
  ]
  const grounds = ['bg', 'bg-sunken', 'bg-raised', 'bg-float', 'accent-tint', 'danger-tint', 'ok-tint']
  const marks = ['accent', 'line-strong', 'st-done', 'pr-urgent']
  fc.assert(
    fc.property(anyColours, colours => {
      const { main, sidebar } = derive(colours, tokensOf)
      for (const tokens of [main, sidebar]) {
        for (const text of texts)
          for (const ground of grounds)
            expect(ratio(tokens, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        for (const mark of marks) expect(ratio(tokens, mark, 'bg'), mark).toBeGreaterThanOrEqual(3)
        expect(ratio(tokens, 'accent-ink', 'accent')).toBeGreaterThanOrEqual(4.5)
      }
      for (const one of verdictsOf(colours, tokensOf))
        expect(one.ratio, one.words).toBeGreaterThanOrEqual(one.least)
    }),
    {
      numRuns: 60,
      seed: 7,
      // Texts like their ground, and a grey on which white alone cannot be read.
      examples: [
        [
          {
            background: '#777777',
            text: '#808080',
            primary: '#777777',
            sidebarBackground: '#757575',
            sidebarText: '#767676',
          },
        ],
      ],
    },
  )
})

test('a colour that cannot be read is raised until it can, and the verdict tells from what', () => {
  const all = (colours: OwnColours) =>
    Object.fromEntries(verdictsOf(colours, tokensOf).map(one => [one.words, one]))
  // What was chosen is never touched where it can be read.
  const usual = all(usualColours)
  expect(usual['Text on background']).toMatchObject({ front: '#c5c5c5', back: '#0d101b', raisedFrom: null })
  expect(usual['Focus ring and marks']).toMatchObject({ front: '#3f76ff', raisedFrom: null })
  const dim = all({ ...usualColours, text: '#333333' })['Text on background']!
  expect([ratioWords(dim.raisedFrom!), dim.front === '#333333']).toEqual(['1.5', false])
  const aside = all({ ...usualColours, sidebarText: '#0d101b' })['Sidebar text']!
  expect(ratioWords(aside.raisedFrom!)).toBe('1.0')
  const dark = all({ ...usualColours, primary: '#0d1030' })['Focus ring and marks']!
  expect(dark.raisedFrom).toBeLessThan(3)
  expect(dark.ratio).toBeGreaterThanOrEqual(3)
})

test('colours are typed as people type them, copied and pasted', () => {
  expect(['0D101B', '#fff', ' 3f76ff '].map(readColour)).toEqual(['#0d101b', '#ffffff', '#3f76ff'])
  expect(['', 'red', '#12345', '#1234567', 'url(x)'].map(readColour)).toEqual([null, null, null, null, null])
  expect(coloursFromText(coloursAsText(usualColours))).toEqual(usualColours)
  expect(coloursFromText('nonsense')).toMatch(/^This is not a theme/)
  expect(coloursFromText('null')).toMatch(/^“background” is missing/)
  expect(coloursFromText('{"background":"#fff","text":7}')).toMatch(/^“text” is missing/)
})

test('only colours are kept, under known names', () => {
  const theme = { theme: 'custom', ...usualColours, palette: ',,,,', darkPalette: true }
  expect(themeSettings.parse({ ...theme, '--bg': 'red', url: 'x' })).toEqual(theme)
  for (const wrong of [
    { background: 'red;} body{display:none' },
    { text: '#12345g' },
    { palette: 'url(//x)' },
    { palette: '#000000,#000000,#000000,#000000,#000000,#000000' },
    { theme: 'midnight' },
  ])
    expect(themeSettings.safeParse({ ...theme, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
})
