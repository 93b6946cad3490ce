import { afterAll, expect, test } from 'vitest'
import { listAddress } from '../../web/analytics/scopes.ts'
import { applyRow, forgetRows } from '../../web/data/rows.ts'

applyRow('project', { id: 'p', name: 'Quay', revision: 1 })
afterAll(forgetRows)

const address = (scope: Parameters<typeof listAddress>[1], words: Record<string, string> | null) => {
  const [path, terms] = listAddress('w', scope, words)?.split('?') ?? []
  return [path, Object.fromEntries(new URLSearchParams(terms))]
}
const within = (kind: 'cycle' | 'module') => ({ in: kind, projectId: 'p', id: 'x', name: 'Spring' }) as const

test('a figure leads to the list of its own place, with its words', () => {
  const rest = { priority: 'high' }
  const path = (of: unknown[]) => of[0]
  const terms = (of: unknown[]) => of[1]
  const project = { in: 'project', projectId: 'p', name: 'Quay' } as const
  expect(path(address({ in: 'workspace' }, rest))).toBe('/w/workspace-views/all-issues')
  expect(path(address(project, { ...rest, project: 'p' }))).toBe('/w/projects/p/issues')
  for (const kind of ['cycle', 'module'] as const) {
    const own = address(within(kind), { ...rest, project: 'p', [kind]: 'x' })
    expect(path(own)).toBe(`/w/projects/p/${kind}s/x`)
    expect(terms(own)).toMatchObject(rest)
    expect(terms(own)).not.toHaveProperty(kind)
    // A figure of a part that is elsewhere is looked for in the whole project.
    const other = address(within(kind), { ...rest, project: 'p', [kind]: 'y' })
    expect([path(other), terms(other)]).toMatchObject(['/w/projects/p/issues', { ...rest, [kind]: 'y' }])
  }
  expect(address(project, { ...rest, project: 'p,q' })[0]).toBe('/w/workspace-views/all-issues')
  expect(listAddress('w', project, null)).toBeNull()
})
