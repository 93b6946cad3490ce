import fc from 'fast-check'
import { expect, test } from 'vitest'
import { palette, REVIEW_COLOUR, symbolOfIcon } from '../../api/contract/text/signs.ts'
import { roleColour } from '../../web/ui/colours.ts'
import { iconGroups } from '../../web/ui/logo/allIcons.tsx'
import { emojiGroups } from '../../web/ui/logo/emojis.ts'
import { findOffers } from '../../web/ui/logo/findOffers.ts'
import { moved, offerAt, rowsOf } from '../../web/ui/logo/gridRows.ts'
import { codesOf, emojiOf, readLogo, writeLogo } from '../../web/ui/logo/logo.ts'

const emojis = emojiGroups.flatMap(({ offers }) => offers.map(({ id }) => id))

test('every emoji on offer is read back as it was written', () => {
  expect(emojis.length).toBeGreaterThan(1500)
  for (const emoji of emojis) expect(readLogo(writeLogo({ emoji }))).toEqual({ emoji })
})

test('every icon on offer leaves under the name that other clients know, and is read back', () => {
  const icons = iconGroups.flatMap(({ offers }) => offers.map(({ id }) => id))
  expect(icons.length).toBeGreaterThan(200)
  for (const icon of icons) {
    const written = writeLogo({ icon, color: palette.teal }) as { icon: { name: string; color: string } }
    expect(written.icon.name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/)
    expect(written.icon.color).toMatch(/^#[0-9a-f]{6}$/)
    const read = readLogo(written) as { icon: string }
    expect(symbolOfIcon(read.icon)).toBe(written.icon.name)
  }
  // Logos from before there were such names still show.
  expect(readLogo({ in_use: 'icon', icon: { name: 'Sailboat', color: 'lb-teal' } })).toEqual({
    icon: 'Sailboat',
    color: 'lb-teal',
  })
})

test('a colour of the palette follows the theme, whoever wrote it; another is as it was sent', () => {
  expect(roleColour(palette.teal.toUpperCase())).toBe('var(--lb-teal)')
  expect(roleColour(REVIEW_COLOUR)).toBe('var(--st-review)')
  expect(roleColour('#123456')).toBe('#123456')
})

test('emoji of several signs, with a joiner, a tone or a variant, keep every part', () => {
  for (const [emoji, codes] of [
    ['💡', '128161'],
    ['⚠️', '9888-65039'],
    ['👩‍💻', '128105-8205-128187'],
    ['👩🏽‍❤️‍💋‍👨🏿', '128105-127997-8205-10084-65039-8205-128139-8205-128104-127999'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '127988-917607-917602-917619-917603-917620-917631'],
  ] as const) {
    expect(codesOf(emoji)).toBe(codes)
    expect(emojiOf(codes)).toBe(emoji)
  }
})

test('other clients’ logos are read, with all that they keep beside them', () => {
  expect(readLogo({ in_use: 'emoji', emoji: { value: '128640', url: 'https://x.example/1.png' } })).toEqual({
    emoji: '🚀',
  })
  expect(readLogo({ emoji: { value: '128640' }, icon: {} })).toEqual({ emoji: '🚀' })
  expect(
    readLogo({ in_use: 'icon', emoji: { value: '128640' }, icon: { name: 'Home', color: '#6d7b8a' } }),
  ).toEqual({ icon: 'House', color: '#6d7b8a' })
  expect(readLogo({ in_use: 'icon', icon: { name: 'menu_book', color: '#1F9AA0' } })).toEqual({
    icon: 'BookOpen',
    color: '#1F9AA0',
  })
  const icon = { icon: 'BookOpen', color: '#1f9aa0' }
  expect(readLogo(writeLogo(icon))).toEqual(icon)
  expect(readLogo(writeLogo({ icon: 'BookOpen', color: null }))).toEqual({ icon: 'BookOpen', color: null })
  expect(writeLogo(null)).toEqual({})
})

test('an unknown sign is none, and a colour is nothing but a colour', () => {
  const none = ['', 'x', '-1', '1', '99999999', '55357-56832', '128161--128161', '128161-', null, 7, {}]
  for (const value of none) expect(readLogo({ in_use: 'emoji', emoji: { value } })).toBeNull()
  expect(readLogo({ in_use: 'emoji', emoji: { value: Array(17).fill('128161').join('-') } })).toBeNull()
  for (const name of ['', '--', null, 3]) expect(readLogo({ in_use: 'icon', icon: { name } })).toBeNull()
  for (const color of ['url(//evil.example)', 'red;background:url(x)', 'var(--x)', '', 4])
    expect(readLogo({ in_use: 'icon', icon: { name: 'star', color } })).toEqual({ icon: 'Star', color: null })
  fc.assert(fc.property(fc.anything(), value => void readLogo(value)))
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (value, name) => {
      readLogo({ in_use: 'emoji', emoji: { value } })
      readLogo({ in_use: 'icon', icon: { name, color: value } })
    }),
  )
})

test('an emoji is found by its name, its words and their beginnings, the nearest first', () => {
  const found = (query: string) => findOffers(emojiGroups, query).map(({ id }) => id)
  expect(found('rocket')[0]).toBe('🚀')
  expect(found('ROCK')).toContain('🚀')
  expect(found('tada')).toContain('🎉')
  expect(found('light bulb')[0]).toBe('💡')
  expect(found('anchor')).toContain('⚓')
  expect(found('qqzz')).toEqual([])
})

test('an icon is offered once, and found by its former names', () => {
  const ids = iconGroups.flatMap(({ offers }) => offers.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  const found = (query: string) => findOffers(iconGroups, query).map(({ id }) => id)
  expect(found('house')[0]).toBe('House')
  expect(found('home')).toContain('House')
  expect(found('book open')[0]).toBe('BookOpen')
  expect(found('light bulb')[0]).toBe('Lightbulb')
})

test('a sign has the focus, or the search above them has, whatever keys are pressed', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']
  const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 })
  const presses = fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean()))
  fc.assert(
    fc.property(sizes, presses, (counts, pressed) => {
      const rows = rowsOf(
        counts.map((count, at) => ({
          name: `${at}`,
          offers: Array.from({ length: count }, (_, id) => ({ id: `${at}-${id}`, name: '', words: [] })),
        })),
      )
      let at = { row: 1, column: 0 }
      for (const [key, far] of pressed) {
        const next = moved(rows, at, key, far)
        expect(next).not.toBeNull()
        if (next === 'out') expect(at.row).toBe(1)
        else if (next) at = next
        expect(offerAt(rows, at)).toBeDefined()
      }
    }),
  )
})
