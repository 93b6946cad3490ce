import { beforeAll, expect, test } from 'vitest'
import type { Route } from '../../api/contract/define.ts'
import { allRoutes } from '../../api/contract/index.ts'
import { build } from '../support/build.ts'
import { attach, attachmentsAt, picturesAt, sendImage, sendPicture } from '../support/files.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

let server: TestServer
const callers: [string, Visitor][] = []
let ids: Record<string, string> = {}
let remake: (route: Route) => Promise<Record<string, string>>

beforeAll(async () => {
  server = await startServer()
  const make = build(server)
  const team = await make.team()
  const { admin, member, guest, path, workspace } = team
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
  // Deleting routes need a fresh row for each caller; the rest share one that the admin made.
  remake = async route => {
    const issue = await make.issue(admin, path)
    const page = await make.page(admin, path)
    const extra = await make.person()
    await make.joinWorkspace(admin, workspace.slug, extra, 15)
    await make.joinProject(admin, path, extra, 15)
    const membership = async (table: string, where: Record<string, string>) =>
      ((await server.db(table).where(where).first('id')) as { id: string }).id
    const spare = route.path.includes('api-tokens')
      ? await make.token(admin, workspace.slug)
      : { id: issue.id }
    const file = async () => {
      if (!route.path.includes(':assetId')) return null
      if (route.path.includes('attachments')) return attach(admin, attachmentsAt(path, issue.id))
      if (/projects|restore/.test(route.path)) return sendImage(admin, path, { entity_identifier: issue.id })
      if (route.path.includes('user-assets')) return sendPicture(admin, picturesAt(), 'USER_AVATAR')
      return sendPicture(admin, picturesAt(workspace.slug), 'WORKSPACE_LOGO')
    }
    return {
      assetId: (await file())?.asset_id ?? '',
      entityId: issue.id,
      ws: workspace.slug,
      p: team.project.id,
      issueId: issue.id,
      pageId: page.id,
      tokenId: spare.id,
      memberId: route.path.includes('/projects/')
        ? await membership('project_members', { member: extra.id, project: team.project.id })
        : await membership('workspace_members', { member_id: extra.id, workspace_id: workspace.id }),
    }
  }
  ids = await remake(allRoutes[0]![1])
}, 60_000)

const fill = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '-')

/** An empty body is refused with 400 once the caller's right is established: enough to tell who may. */
const bodyFor = (name: string): Record<string, unknown> =>
  name.endsWith('Member') && name.includes('update') ? { role: 15 } : {}

test('every route answers every kind of caller as the reviewed matrix says', async () => {
  const width = Math.max(...allRoutes.map(([name]) => name.length))
  const lines = [`${'route'.padEnd(width)}  ${callers.map(([name]) => name.padEnd(16)).join('')}`]
  for (const [name, route] of allRoutes) {
    const statuses: string[] = []
    for (const [, caller] of callers) {
      const params = /:(?!ws|p\b)/.test(route.path) ? await remake(route) : ids
      const { status } = await caller.send(
        route.method,
        fill(route.path, params),
        route.method === 'GET' ? undefined : bodyFor(name),
      )
      statuses.push(String(status).padEnd(16))
    }
    lines.push(`${name.padEnd(width)}  ${statuses.join('')}`.trimEnd())
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('permissions.matrix.txt')
}, 120_000)
