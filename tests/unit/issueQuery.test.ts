import { expect, test } from 'vitest'
import {
  type IssueQuery,
  queryKey,
  readIssueQuery,
  writeIssueQuery,
} from '../../api/contract/lists/issueQuery.ts'

const project = '01a1fc17-98d9-7691-8d9e-6f24ed76c2c9'
const scope = { in: 'project', project } as const
const clock = { zone: 'Europe/Berlin', today: '2026-11-20' }
const read = (params: Record<string, string>) => readIssueQuery(scope, params, clock) as IssueQuery

test('the same list has the same key, however its filters were chosen', () => {
  const one = read({ priority: 'high,low', sub_issue: 'false', order_by: '-priority' })
  const other = read({ order_by: '-priority', priority: 'low,high', sub_issue: 'false' })
  expect(queryKey(one)).toBe(queryKey(other))
  expect(queryKey(one)).not.toBe(queryKey(read({ priority: 'high', order_by: '-priority' })))
})

test('written and read again, a query is the same', () => {
  const asked: Record<string, string>[] = [
    { group_by: 'state_id', sub_group_by: 'priority', labels: 'None' },
    { priority: 'nonsense' },
    { assignees: `None,${project}`, order_by: 'target_date' },
    { target_date: '2026-11-01;after,2026-11-30;before', labels__not: project, group_by: 'target_date' },
    { created_at: '1_weeks;before;fromnow,None', type: 'active', group_by: 'priority', group: 'high' },
    { name: 'crane', start_target_date: 'true', updated_at__gt: '2026-11-01T00:00:00.000Z' },
  ]
  for (const params of asked)
    expect(readIssueQuery(scope, writeIssueQuery(read(params)), clock)).toEqual(read(params))
})

test('a filter without a valid value takes nothing; an empty one is off', () => {
  expect(read({ priority: 'nonsense' }).filters.priority).toEqual({ values: [], none: false })
  expect(read({ priority: 'high,' }).filters.priority).toBeUndefined()
})
