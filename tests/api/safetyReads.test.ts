/** Acts that a look must not do, and facts that it must not say: walked over every GET of the contract. */
import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { build, type Person } from '../support/build.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  await team.admin.patch(`${team.path}/`, { inbox_view: true, guest_view_all_features: true })
})

const reads = allRoutes.filter(([, { method }]) => method === 'GET')

type Watch = { before?: () => Promise<void>; after: (name: string, body: unknown) => Promise<void> | void }

// The link of an invitation says its receiver and sender: that is its purpose.
const isLink = (name: string) => name === 'invitations.show'

/** Every look that there is, at fresh rows of the team's. */
const lookAround = async (by: Visitor, { before, after }: Watch) => {
  const paramsOf = pathParams(server, make, team)
  for (const [name, route] of reads) {
    const path = fill(route.path, await paramsOf(route))
    await before?.()
    await after(name, (await by.get(path)).body)
  }
}

const addresses = (body: unknown) =>
  new Set((typeof body === 'string' ? body : JSON.stringify(body)).match(/[\w.+-]+@[\w-]+\.example/g) ?? [])

describe('a look', () => {
  test('B5: joins nobody to anything and changes nothing that others see', async () => {
    const onlooker = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, onlooker, 15)
    const state = async () =>
      JSON.stringify(
        await Promise.all([
          server.db('project_members').where({ member: onlooker.id }).select('project', 'role', 'is_active'),
          server.db('changes').count('* as n'),
        ]),
      )
    let before = ''
    for (const by of [onlooker, team.admin])
      await lookAround(by, {
        before: async () => {
          before = await state()
        },
        after: async name => expect(await state(), name).toBe(before),
      })
  }, 120_000)

  test('B3: tells a guest no address but their own', async () => {
    const found: string[] = []
    await lookAround(team.guest, {
      after: (name, body) => {
        for (const address of addresses(body))
          if (address !== team.guest.email && !isLink(name)) found.push(`${name}: ${address}`)
      },
    })
    expect(found).toEqual([])
  }, 120_000)

  test('B4: tells strangers neither who is here nor how they are reached', async () => {
    const people: Person[] = [team.admin, team.member, team.guest]
    const found: string[] = []
    await lookAround(visitor(server.origin), {
      after: (name, body) => {
        const text = JSON.stringify(body)
        for (const { id, email } of people)
          for (const word of [id, email])
            if (text.includes(word) && !isLink(name)) found.push(`${name}: ${word}`)
      },
    })
    expect(found).toEqual([])
  }, 120_000)
})

test('B4: a token’s rights are not its owner’s to set, beyond reading alone', async () => {
  const at = `/api/workspaces/${team.workspace.slug}/api-tokens/`
  const forged = {
    allowed_rate_limit: '100000/min',
    rate_limit: 100_000,
    token: 'tandem_known',
    token_hash: 'known',
    user: team.member.id,
    user_type: 1,
    workspace: make.id(),
    is_service: true,
    last_used: '2001-01-01T00:00:00Z',
  }
  const made = await team.admin.post<{ id: string; token: string }>(at, { label: 'Own', ...forged })
  expect(made.headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(forged).sort())
  const changed = await team.admin.patch(`${at}${made.body.id}/`, {
    label: 'Mine',
    ...forged,
    is_read_only: false,
  })
  expect(changed.status).toBe(200)
  for (const { body } of [made, changed]) {
    expect(body).toMatchObject({ user: team.admin.id, user_type: 0, is_service: false, last_used: null })
    expect(JSON.stringify(body)).not.toMatch(/rate_limit|tandem_known/)
  }
})
