import { expect, test } from 'vitest'
import { palette, REVIEW_COLOUR } from '../../api/contract/text/signs.ts'
import { fillSample } from '../../api/workspace/instance/sample.service.ts'
import { up } from '../../migrations/21_signs.ts'
import { build } from '../support/build.ts'
import { startServer } from '../support/server.ts'

type Coloured = { id: string; name: string; color: string }
type Signed = { id: string; logo_props: { icon?: { name: string; color: string } } }

test('colours and icons of the sample leave as everyone writes them', async () => {
  const server = await startServer()
  const make = build(server)
  await make.setUp()
  const admin = await make.instanceAdmin()
  await fillSample(server.db, admin.id)
  const path = '/api/workspaces/lantern-quay'
  const rows = async <T>(name: string) => (await admin.get<T[]>(`${path}/${name}/`)).body
  const projects = await rows<Signed>('projects')
  const colours = [...(await rows<Coloured>('states')), ...(await rows<Coloured>('labels'))].map(
    row => row.color,
  )
  for (const { icon } of projects.map(project => project.logo_props)) {
    expect(icon?.name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/)
    colours.push(icon!.color)
  }
  expect(colours.length).toBeGreaterThan(20)
  expect(colours.filter(colour => !/^#[0-9a-f]{6}$/i.test(colour))).toEqual([])
  expect(projects.map(({ logo_props }) => logo_props.icon?.name)).toContain('explore')
})

test('rows stored under names of ours are migrated; others’ choices stay as they were sent', async () => {
  const server = await startServer()
  const { admin, path } = await build(server).team()
  const label = async (color: string) =>
    (await admin.post<Coloured>(`${path}/issue-labels/`, { name: color, color })).body.id
  const former = await Promise.all(['lb-teal', 'lb-pink', 'tomato', '#123ABC'].map(label))
  const state = (
    await admin.post<Coloured>(`${path}/states/`, { name: 'Seen', color: 'st-review', group: 'started' })
  ).body.id
  const other = { in_use: 'icon', icon: { name: 'Axe', color: '#00ff00', background_color: '#fff' } }
  const page = async (logo_props: object) =>
    (await admin.post<{ id: string }>(`${path}/pages/`, { name: 'Tides', logo_props })).body.id
  const [boat, axe] = [
    await page({ in_use: 'icon', icon: { name: 'Sailboat', color: 'lb-red' }, emoji: {} }),
    await page(other),
  ]
  await up(server.db)
  const { body: labels } = await admin.get<Coloured[]>(`${path}/issue-labels/`)
  const colourOf = new Map(labels.map(row => [row.id, row.color]))
  expect(former.map(id => colourOf.get(id))).toEqual([palette.teal, palette.pink, 'tomato', '#123ABC'])
  expect((await admin.get(`${path}/states/${state}/`)).body.color).toBe(REVIEW_COLOUR)
  expect((await admin.get(`${path}/pages/${boat}/`)).body.logo_props).toEqual({
    in_use: 'icon',
    icon: { name: 'sailing', color: palette.red },
    emoji: {},
  })
  expect((await admin.get(`${path}/pages/${axe}/`)).body.logo_props).toEqual(other)
})
