import { expect, test } from 'vitest'
import { PASSWORD } from '../support/build.ts'
import { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

const setUp = async (fields: Record<string, string>) => {
  const server = await startServer()
  const admin = visitor(server.origin)
  const { location } = await admin.form('/api/instances/admins/sign-up/', {
    email: 'ada@quay.example',
    password: PASSWORD,
    first_name: 'Ada',
    ...fields,
  })
  return { server, admin, location }
}
type Named = { id: string; name: string }

test('set up with sample data, the admin comes to a workspace full of work, and leads it', async () => {
  const { server, admin, location } = await setUp({ sample_data: 'True' })
  expect(new URL(location!, 'http://here').pathname).toBe('/lantern-quay')
  const path = '/api/workspaces/lantern-quay'
  const { body: projects } = await admin.get<(Named & { member_role: number })[]>(`${path}/projects/`)
  expect(projects.map(project => project.name)).toContain('Berth Booking')
  expect(projects.every(project => project.member_role === 20)).toBe(true)
  const first = projects.find(project => project.name === 'Berth Booking')!
  const issues = await admin.get<{ total_count: number }>(`${path}/projects/${first.id}/issues/?per_page=1`)
  expect(issues.body.total_count).toBeGreaterThan(100)
  const pages = await admin.get<Named[]>(`${path}/projects/${first.id}/pages/`)
  expect(pages.body.map(page => page.name)).toContain('Season opening plan')
  const log = await admin.get<{ changes: unknown[] }>(`${path}/changes/?after=0`)
  expect(log.body.changes.length).toBeGreaterThan(100)

  // The others of the story are nobody's way in.
  const stranger = visitor(server.origin)
  for (const form of ['sign-in', 'sign-up']) {
    const fields = { email: 'mei@lanternquay.example', password: 'lantern quay at high tide' }
    await stranger.form(`/auth/${form}/`, fields)
    expect((await stranger.get('/api/users/me/')).status).toBe(401)
  }
})

test('set up without it the instance is empty, and it is no longer to be had', async () => {
  const { server, admin, location } = await setUp({ next_path: '/create-workspace' })
  expect(location).toMatch(/\/create-workspace$/)
  const again = { email: 'b@quay.example', password: PASSWORD, first_name: 'B', sample_data: 'True' }
  expect((await admin.form('/api/instances/admins/sign-up/', again)).location).toContain('error_code=5150')
  expect(await server.db('workspaces').count('* as n').first()).toEqual({ n: 0 })
})
