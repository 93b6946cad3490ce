import { describe, expect, test } from 'vitest'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { attributesOf, signOf } from '../../web/editor/blocks/callout.ts'
import { loadColours, piecesOf } from '../../web/editor/blocks/code/codeColours.ts'
import { codeLanguages, languageName, languageOf } from '../../web/editor/blocks/code/codeLanguages.ts'
import { widthOf } from '../../web/editor/blocks/image/imageWidth.ts'

const id = '79f48df8-be48-40e7-a4a3-afd7c0838d34'

describe('a block as HTML is the same after a document and back', () => {
  test.each([
    `<image-component src="${id}" id="x" alt="A &quot;pier&quot;" width="340px" height="170px" aspectratio="2"></image-component>`,
    '<image-component id="x"></image-component>',
    '<pre><code class="language-typescript">a &lt; b\n  c</code></pre>',
    '<div data-logo-in-use="emoji" data-emoji-unicode="128161" data-background="light-blue" data-block-type="callout-component"><p>Sill</p></div>',
    '<div data-logo-in-use="icon" data-icon-name="TriangleAlert" data-block-type="callout-component"><p>Sill</p><ul><li><p>Ebb</p></li></ul></div>',
    '<p><span data-text-color="light-blue" data-background-color="peach">Tide</span></p>',
  ])('%s', html => {
    expect(toHtml(fromHtml(html))).toBe(html)
  })

  test('cells keep what they span, their widths and their colours', () => {
    const cell = (name: string, more: string) =>
      `<${name} colspan="2" rowspan="1" colwidth="120,140"${more}><p>Sill</p></${name}>`
    const html = `<table><tbody><tr>${cell('th', ' data-background="green"')}</tr><tr>${cell('td', ' data-background="red" data-text-color="blue"')}</tr></tbody></table>`
    const once = toHtml(fromHtml(html))
    for (const part of [
      cell('th', ' data-background="green"'),
      'data-background="red"',
      'data-text-color="blue"',
    ])
      expect(once).toContain(part)
    expect(toHtml(fromHtml(once))).toBe(once)
  })

  test('E1: an image leads nowhere but to an asset or a web address', () => {
    for (const src of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x.png'])
      expect(toHtml(fromHtml(`<image-component src="${src}"></image-component>`))).not.toContain('src')
  })
})

test('the sign of a callout is read back as it was written', () => {
  for (const sign of [
    { emoji: '💡' },
    { emoji: '👩🏽‍🚀' },
    { icon: 'BookOpen', color: null },
    { icon: 'Anchor', color: 'lb-teal' },
  ])
    expect(signOf(attributesOf(sign))).toEqual(sign)
  const usual = { icon: 'TriangleAlert', color: null }
  for (const codes of ['', 'x', '-1', '99999999', '1'])
    expect(signOf({ 'data-logo-in-use': 'emoji', 'data-emoji-unicode': codes })).toEqual(usual)
  expect(signOf({})).toEqual(usual)
  expect(signOf({ 'data-icon-name': '--', 'data-icon-color': 'url(x)' })).toEqual(usual)
})

test('widths of images: pixels, shares, and nothing else', () => {
  expect(widthOf('340px')).toBe('340px')
  expect(widthOf('35%')).toBe('35%')
  expect(widthOf('900%')).toBe('100%')
  expect(widthOf(20)).toBe('100px')
  for (const none of ['', 'auto', null, '-5px', 'url(x)']) expect(widthOf(none)).toBeUndefined()
})

describe('code in colours', () => {
  test('the pieces lie on the text, in order, whatever letters it holds', async () => {
    await loadColours('ts')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code to be coloured
    const code = 'const a = "x & <y> \'z\'" // ö 😀\nif (a > 1.5) return `t${a}`'
    const pieces = piecesOf(code, 'typescript') ?? []
    const found = (words: string) => pieces.find(({ from, to }) => code.slice(from, to) === words)?.look
    expect(found('const')).toBe('syn-key')
    expect(found('"x & <y> \'z\'"')).toBe('syn-str')
    expect(found('// ö 😀')).toBe('syn-note')
    expect(found('1.5')).toBe('syn-num')
    let at = 0
    for (const { from, to } of pieces) {
      expect(from).toBeGreaterThanOrEqual(at)
      at = to
    }
    expect(at).toBeLessThanOrEqual(code.length)
  })

  test('every language of the list can be had', async () => {
    for (const { id: language } of codeLanguages) expect(await loadColours(language), language).toBe(true)
  })

  test('a language goes by any of its names; one that is not known stays plain', async () => {
    expect(languageOf('PY')?.id).toBe('python')
    expect(languageName('ts')).toBe('TypeScript')
    expect(languageName('Pseudocode')).toBe('Pseudocode')
    expect(languageName(null)).toBe('Plain text')
    expect(await loadColours('Pseudocode')).toBe(false)
    expect(piecesOf('let a', 'Pseudocode')).toBeNull()
    expect(piecesOf('x'.repeat(20_001), 'ts')).toBeNull()
  })
})
