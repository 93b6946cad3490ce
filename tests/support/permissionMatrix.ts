import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Route } from '../../api/contract/define.ts'
import { allRoutes } from '../../api/contract/index.ts'
import { forms } from '../../api/contract/people/forms.ts'
import { build } from './build.ts'
import { fill, pathParams } from './pathParams.ts'
import { startServer } from './server.ts'
import { type Visitor, visitor } from './visitor.ts'

/** The folder of the contract that a noun is defined in. */
const nouns = await readFile(new URL('../../api/contract/nouns.ts', import.meta.url), 'utf8')
const roomOf = new Map(
  [...nouns.matchAll(/ as (\w+) from '\.\/(\w+)\//g)].map(([, noun, room]) => [noun, room]),
)
const inRoom = (room: string) =>
  allRoutes.filter(([name]) => (roomOf.get(name.split('.')[0]) ?? 'workspace') === room)

/** One of each kind of caller, and rows for the paths that they call. */
const world = async () => {
  const server = await startServer()
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
  const callers: [string, Visitor][] = [
    ['admin', admin],
    ['member', member],
    ['guest', guest],
    ['other project', otherProject],
    ['other workspace', otherWorkspace],
    ['deactivated', deactivated],
    ['token', token.visitor],
    ['read-only token', readOnly.visitor],
    ['anonymous', visitor(server.origin)],
  ]
  return { server, callers, paramsOf: pathParams(server, make, team) }
}
type World = Awaited<ReturnType<typeof world>>

const WIDTH = 16
/** Long enough for every name, so that a longer one changes one line of a matrix. */
const NAME_WIDTH = 40

const line = (name: string, cells: string[]) =>
  `${name.padEnd(NAME_WIDTH)}${cells.map(cell => cell.padEnd(WIDTH)).join('')}`.trimEnd()

/** An empty body is refused with 400 once the caller's right is established: enough to say who may. */
const bodyFor = (name: string): Record<string, unknown> =>
  name.endsWith('Member') && name.includes('update') ? { role: 15 } : {}

/**
 * The answers to all callers of a route. Callers that change something, by the reviewed answers, have rows of their own for it;
 * the others, and readers, leave a row as it was and share one. A caller that changes it against the review is known by its answer.
 */
const answersOf = async ({ callers, paramsOf }: World, name: string, route: Route, reviewed: string[]) => {
  const isRead = route.method === 'GET'
  // A new picture takes the place of the one before, and of a shared one.
  const isPicture = name.startsWith('pictures.')
  const shared = await paramsOf(route)
  const changes = (at: number) => !isRead && (isPicture || !/^4/.test(reviewed[at] ?? ''))
  const answer = async ([, caller]: World['callers'][number], at: number) => {
    const params = changes(at) ? await paramsOf(route) : shared
    const { status } = await caller.send(
      route.method,
      fill(route.path, params),
      isRead ? undefined : bodyFor(name),
    )
    return String(status)
  }
  if (!isPicture) return Promise.all(callers.map(answer))
  const answers: string[] = []
  for (const [at, caller] of callers.entries()) answers.push(await answer(caller, at))
  return answers
}

const formLines = ({ server, callers }: World) =>
  Promise.all(
    forms.map(async ([name, form]) => {
      const path = fill(form.path, { uidb64: 'nobody', token: 'none' })
      const answers = callers.map(async ([, caller]) => {
        const { status, location } = await (form.method === 'GET' ? caller.get(path) : caller.form(path, {}))
        const code = new URL(location ?? '', server.origin).searchParams.get('error_code') ?? ''
        return `${status} ${code}`.trim()
      })
      return line(name, await Promise.all(answers))
    }),
  )

/** Every route of a room of the contract answers every kind of caller as the room's reviewed matrix says. */
export const holdToMatrix = async (room: string) => {
  const file = new URL(`../api/permissions/${room}.matrix.txt`, import.meta.url)
  const written = await readFile(file, 'utf8').catch(() => '')
  const reviewed = new Map(
    written.split('\n').map(row => {
      const cells = row.slice(NAME_WIDTH).match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? []
      return [row.slice(0, NAME_WIDTH).trim(), cells.map(cell => cell.trim())]
    }),
  )
  const here = await world()
  const lines = [
    line(
      'route',
      here.callers.map(([name]) => name),
    ),
  ]
  // A closed account calls nothing any more.
  const isEnd = ([name]: (typeof allRoutes)[number]) => name === 'users.deactivate'
  const routes = inRoom(room)
  for (const [name, route] of [...routes.filter(one => !isEnd(one)), ...routes.filter(isEnd)])
    lines.push(line(name, await answersOf(here, name, route, reviewed.get(name) ?? [])))
  if (room === 'people') lines.push(...(await formLines(here)))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file.pathname)
}
