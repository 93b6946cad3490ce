import { expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { whoMay } from '../../api/contract/whoMay.ts'

test('each right is a sentence', () => {
  for (const [name, route] of allRoutes) expect(whoMay(route), name).toMatch(/^[A-Z][^.]+\.$/)
  const of = (action: Parameters<typeof whoMay>[0]['action']) => whoMay({ action })
  expect(of('cycle.create')).toBe('Members and admins of the project.')
  expect(of('issue.update')).toBe(
    'Admins of the project; everyone in the project, for rows that they made; members and admins of the project, for rows that wait at no intake.',
  )
  expect(of('comment.change')).toBe(
    'Admins of the project; everyone in the project, for words that they wrote.',
  )
  expect(of('pageComment.anchor')).toContain(
    'members and admins of the project, on pages that are open to the project',
  )
})
