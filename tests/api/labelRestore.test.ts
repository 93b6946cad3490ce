import { beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { sharedServer } from '../support/server.ts'

let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
let at: string

beforeAll(async () => {
  make = build(await sharedServer())
  team = await make.team()
  at = `${team.path}/issue-labels/`
})

type Label = { id: string; name: string; parent: string | null }
const add = async (name: string, more: Record<string, unknown> = {}) =>
  (await team.admin.post<Label>(at, { name, color: '#123456', ...more })).body
const labelsOf = async (id: string) =>
  (await team.admin.get<{ label_ids: string[] }>(`${team.path}/issues/${id}/`)).body.label_ids
const read = async (id: string) => (await team.admin.get<Label>(`${at}${id}/`)).body
const back = (id: string, by = team.admin) => by.post(`${at}${id}/restore/`)

test('a deleted label comes back under its id, on the issues that bore it and with the labels below it', async () => {
  const [group, label] = [await add('Area'), await add('Sill')]
  await team.admin.patch(`${at}${label.id}/`, { parent: group.id })
  const below = await add('Below', { parent: label.id })
  const moved = await add('Moved', { parent: label.id })
  const bearing = await make.issue(team.admin, team.path, { label_ids: [label.id] })
  const taken = await make.issue(team.admin, team.path, { label_ids: [label.id, group.id] })
  expect((await team.admin.delete(`${at}${label.id}/`)).status).toBe(204)
  expect(await labelsOf(bearing.id)).toEqual([])
  await team.admin.patch(`${at}${moved.id}/`, { parent: group.id })
  expect((await back(label.id)).status).toBe(204)
  expect(await read(label.id)).toMatchObject({ id: label.id, name: 'Sill', parent: group.id })
  expect(await labelsOf(bearing.id)).toEqual([label.id])
  expect((await labelsOf(taken.id)).toSorted()).toEqual([label.id, group.id].toSorted())
  expect((await read(below.id)).parent).toBe(label.id)
  expect((await read(moved.id)).parent).toBe(group.id)
  expect((await back(label.id)).status).toBe(404)
})

test('not while another has its name, nor by those who may not delete, nor from elsewhere', async () => {
  const label = await add('Tide')
  await team.admin.delete(`${at}${label.id}/`)
  expect((await back(label.id, team.member)).status).toBe(403)
  const other = await make.project(team.admin, team.workspace.slug)
  const elsewhere = `/api/workspaces/${team.workspace.slug}/projects/${other.id}/issue-labels/${label.id}/restore/`
  expect((await team.admin.post(elsewhere)).status).toBe(404)
  const heir = await add('Tide')
  const refused = await back(label.id)
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'label.nameTaken'])
  await team.admin.patch(`${at}${heir.id}/`, { name: 'Ebb' })
  expect((await back(label.id)).status).toBe(204)
})
