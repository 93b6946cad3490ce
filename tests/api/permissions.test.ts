import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { forms } from '../../api/contract/people/forms.ts'
import { build } from '../support/build.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

let server: TestServer
const callers: [string, Visitor][] = []
let paramsOf: ReturnType<typeof pathParams>

beforeAll(async () => {
  server = await startServer()
  const make = build(server)
  const team = await make.team()
  const { admin, member, guest, path, workspace } = team
  await admin.patch(`${path}/`, { inbox_view: true })
  const otherProject = await make.person()
  await make.joinWorkspace(admin, workspace.slug, otherProject, 15)
  await make.project(otherProject, workspace.slug, { network: 0 })
  const otherWorkspace = await make.person()
  await make.workspace(otherWorkspace)
  const deactivated = await make.person()
  await make.joinWorkspace(admin, workspace.slug, deactivated, 15)
  await make.joinProject(admin, path, deactivated, 15)
  await server.db('accounts').where('id', deactivated.id).update({ is_active: false })
  const token = await make.token(admin, workspace.slug)
  const readOnly = await make.token(admin, workspace.slug, { is_read_only: true })
  callers.push(
    ['admin', admin],
    ['member', member],
    ['guest', guest],
    ['other project', otherProject],
    ['other workspace', otherWorkspace],
    ['deactivated', deactivated],
    ['token', token.visitor],
    ['read-only token', readOnly.visitor],
    ['anonymous', visitor(server.origin)],
  )
  paramsOf = pathParams(server, make, team)
}, 60_000)

/** An empty body is refused with 400 once the caller's right is established: enough to tell who may. */
const bodyFor = (name: string): Record<string, unknown> =>
  name.endsWith('Member') && name.includes('update') ? { role: 15 } : {}

test('A11, B1: every route answers every kind of caller as the reviewed matrix says', async () => {
  const width = Math.max(...allRoutes.map(([name]) => name.length))
  const lines = [`${'route'.padEnd(width)}  ${callers.map(([name]) => name.padEnd(16)).join('')}`]
  // A closed account calls nothing any more.
  const isEnd = ([name]: (typeof allRoutes)[number]) => name === 'users.deactivate'
  const inOrder = [...allRoutes.filter(one => !isEnd(one)), ...allRoutes.filter(isEnd)]
  for (const [name, route] of inOrder) {
    // A reader leaves a row as it was: all of them read the same one.
    const read = route.method === 'GET' ? await paramsOf(route) : null
    const statusFor = async ([, caller]: (typeof callers)[number]) => {
      const params = read ?? (await paramsOf(route))
      const body = route.method === 'GET' ? undefined : bodyFor(name)
      const { status } = await caller.send(route.method, fill(route.path, params), body)
      return String(status).padEnd(16)
    }
    const statuses: string[] = []
    // Whoever changes something has rows of their own for it; but a new picture takes the place of the one before.
    if (name.startsWith('pictures.')) for (const caller of callers) statuses.push(await statusFor(caller))
    else statuses.push(...(await Promise.all(callers.map(statusFor))))
    lines.push(`${name.padEnd(width)}  ${statuses.join('')}`.trimEnd())
  }
  for (const [name, form] of forms) {
    const path = fill(form.path, { uidb64: 'nobody', token: 'none' })
    const statuses = callers.map(async ([, caller]) => {
      const { status, location } = await (form.method === 'GET' ? caller.get(path) : caller.form(path, {}))
      const code = new URL(location ?? '', server.origin).searchParams.get('error_code') ?? ''
      return `${status} ${code}`.trim().padEnd(16)
    })
    lines.push(`${name.padEnd(width)}  ${(await Promise.all(statuses)).join('')}`.trimEnd())
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('permissions.matrix.txt')
}, 400_000)
