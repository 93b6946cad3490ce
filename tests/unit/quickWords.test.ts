import { expect, test } from 'vitest'
import { readLine } from '../../web/issues/acts/quickWords.ts'

const known = {
  people: [
    { id: 'ann', name: 'Ann' },
    { id: 'anna', name: 'Anna Berg' },
    { id: 'mei', name: 'Mei Tanabe' },
  ],
  labels: [
    { id: 'bug', name: 'Bug' },
    { id: 'plan', name: 'Berth plan' },
  ],
}
const read = (typed: string) => readLine(typed, known).line

test('marked words set fields and leave the title', () => {
  expect(read('Fix the gate !high @mei #bug #berth-plan')).toEqual({
    name: 'Fix the gate',
    priority: 'high',
    assignee_ids: ['mei'],
    label_ids: ['bug', 'plan'],
  })
})

test('a whole name is meant before a longer one; a beginning that two have means neither', () => {
  expect(read('Call @ann').assignee_ids).toEqual(['ann'])
  expect(read('Call @an')).toEqual({ name: 'Call @an' })
})

test('a day is at the end, by itself or after due', () => {
  expect(read('Paint the pier tomorrow')).toMatchObject({
    name: 'Paint the pier',
    target_date: expect.any(String),
  })
  expect(read('Paint the pier due 3 dec')).toMatchObject({ name: 'Paint the pier' })
  expect(read('Paint on Friday')).toEqual({ name: 'Paint on Friday' })
})

test('words that are not understood, or that would leave no title, stay as typed', () => {
  expect(read('C# or F#? 50! @nobody')).toEqual({ name: 'C# or F#? 50! @nobody' })
  expect(read('!high')).toEqual({ name: '!high' })
})
