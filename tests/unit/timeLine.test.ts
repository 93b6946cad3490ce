import { expect, test } from 'vitest'
import type { Activity } from '../../api/contract/work/activity.ts'
import type { Issue } from '../../api/contract/work/issues.ts'
import { relationTypes } from '../../api/contract/work/relations.ts'
import { changes, creation, entries, type Entry as Recorded } from '../../api/work/activity/catalogue.ts'
import { activityWords } from '../../web/issues/one/activity/activityWords.tsx'
import { type Entry, timeLine } from '../../web/issues/one/activity/timeLine.ts'

let nth = 0
const row = (entry: Partial<Recorded>, seconds = 0, actor = 'freya') =>
  ({
    old_value: null,
    new_value: null,
    old_identifier: null,
    new_identifier: null,
    field: null,
    verb: 'updated',
    comment: '',
    ...entry,
    id: String(++nth).padStart(4, '0'),
    actor,
    created_at: new Date(Date.UTC(2026, 10, 2, 9, 0, seconds)).toISOString(),
  }) as Activity

const state = (old_value: string, new_value: string, seconds = 0, actor = 'freya') =>
  row({ field: 'state', old_value, new_value }, seconds, actor)
const linesOf = (activities: Activity[]) =>
  timeLine(activities, [], 'all').map(entry =>
    (entry as Extract<Entry, { kind: 'changes' }>).changes.map(
      change => `${change.field}: ${change.old_value} → ${change.new_value}`,
    ),
  )

test('one person’s acts within a minute are one line', () => {
  const label = row({ field: 'labels', old_value: '', new_value: 'Bug' }, 20)
  expect(linesOf([state('Todo', 'Started'), label, state('Todo', 'Started', 90)])).toEqual([
    ['state: Todo → Started', 'labels:  → Bug'],
    ['state: Todo → Started'],
  ])
  expect(linesOf([state('Todo', 'Started'), state('Started', 'Done', 5, 'mei')])).toHaveLength(2)
})

test('of a field that changed twice its first and last are told, and nothing when it came back', () => {
  expect(linesOf([state('Todo', 'Started'), state('Started', 'Done', 9)])).toEqual([['state: Todo → Done']])
  expect(linesOf([state('Todo', 'Started'), state('Started', 'Todo', 9)])).toEqual([])
})

test('a comment stands for itself, and splits the line', () => {
  const said = { id: 'c', created_at: state('', '', 4).created_at } as Parameters<typeof timeLine>[1][number]
  const done = [state('Todo', 'Started'), state('Started', 'Done', 8)]
  expect(timeLine(done, [said], 'all').map(entry => entry.kind)).toEqual(['changes', 'comment', 'changes'])
  expect(timeLine(done, [said], 'comments').map(entry => entry.kind)).toEqual(['comment'])
  expect(timeLine(done, [said], 'activity').map(entry => entry.kind)).toEqual(['changes'])
  const noise = row({ field: 'comment', verb: 'created' })
  expect(timeLine([noise], [], 'all')).toEqual([])
})

test('every kind of change that is recorded has words of its own', () => {
  const before = {
    name: 'a',
    parent_id: 'p',
    priority: 'low',
    state_id: 's',
    start_date: '2026-11-02',
    target_date: '2026-11-03',
    label_ids: ['l'],
    assignee_ids: ['u'],
    estimate_point: 'e',
    archived_at: '2026-11-03',
    cycle_id: 'c',
    module_ids: ['m'],
    deleted_at: '2026-11-04T00:00:00.000Z',
  } as unknown as Issue
  const after = {
    name: 'b',
    parent_id: null,
    priority: 'high',
    state_id: 't',
    start_date: null,
    target_date: '2026-11-04',
    label_ids: ['k'],
    assignee_ids: [],
    estimate_point: null,
    archived_at: null,
    cycle_id: null,
    module_ids: [],
    deleted_at: null,
  } as unknown as Issue
  const recorded = [
    ...changes(before, after, false),
    ...changes(after, before, true),
    ...creation({ ...before, assignee_ids: ['u'] }),
    entries.description('', '<p>x</p>'),
    entries.link.created('l', 'https://tides.example'),
    entries.link.updated('l', 'https://tides.example', 'https://moon.example'),
    entries.link.deleted('https://tides.example'),
    entries.attachment.created('f', '/file'),
    entries.attachment.deleted(),
    ...relationTypes.flatMap(type => [
      entries.relation.added(type, 'i', 'BER-1'),
      entries.relation.removed(type, 'i', 'BER-1'),
    ]),
  ]
  for (const entry of recorded) {
    const words = activityWords(row({ ...entry, comment: 'the phrase that is left' }))
    expect([entry.field, entry.verb, words]).not.toContain('the phrase that is left')
  }
})
