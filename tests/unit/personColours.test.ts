import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coloursOf } from '../../web/ui/colours.ts'

const COLOURS = 16
const joined = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    member_id: `person ${at}`,
    is_active: true,
    created_at: `2026-01-${String(at + 1).padStart(2, '0')}T00:00:00Z`,
  }))

test('fifteen people of a workspace have fifteen colours, whoever left before, in whatever order they are known', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(joined(31), { minLength: 31 }), fc.integer(), (known, chance) => {
      const staying = new Set(known.slice(0, 1 + (Math.abs(chance) % (COLOURS - 1))).map(({ id }) => id))
      const members = known.map(row => ({ ...row, is_active: staying.has(row.id) }))
      const colours = coloursOf(members)
      const there = members.filter(row => row.is_active).map(row => colours.get(row.member_id))
      expect(new Set(there).size).toBe(there.length)
      expect(colours.size).toBe(members.length)
    }),
  )
})

test('of sixteen nobody gets another colour when somebody leaves or comes', () => {
  const before = coloursOf(joined(COLOURS - 1))
  const left = coloursOf(joined(COLOURS).map((row, at) => ({ ...row, is_active: at !== 3 })))
  for (const [person, colour] of before) expect(left.get(person)).toBe(colour)
})
