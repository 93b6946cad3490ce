/** Who looks at a cycle or a project, and what they do there, known by the live socket. */
import { beforeAll, expect, test } from 'vitest'
import { PROTOCOL } from '../../api/contract/changes.ts'
import { build, type Person } from '../support/build.ts'
import { dial, until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startServer>>
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

const hello = async (fields: object = {}) => {
  const { body } = await team.admin.get<{ at: unknown }>(`/api/workspaces/${team.workspace.slug}/bootstrap/`)
  return { type: 'hello', protocol: PROTOCOL, workspace: team.workspace.slug, after: body.at, ...fields }
}

const here = (id: string | null, kind = 'cycle') => ({ type: 'here', place: id && { kind, id } })
const at = async (who: Person, cycle: string | null, origin = server.origin, kind = 'cycle') => {
  const one = await dial(origin, { cookie: who.cookie() })
  const { body } = await who.get<{ at: unknown }>(`/api/workspaces/${team.workspace.slug}/bootstrap/`)
  one.say(await hello({ after: body.at }))
  await one.ready()
  one.say(here(cycle, kind))
  return one
}
const heard = ({ messages }: Awaited<ReturnType<typeof dial>>) =>
  messages.filter(message => message.type === 'here').at(-1)?.people
const told = (one: Awaited<ReturnType<typeof dial>>) => heard(one)?.map(({ id }) => id)
const add = async (path: string) =>
  (await team.admin.post<{ id: string }>(`${path}/cycles/`, { name: 'Spring' })).body.id

test('is told to all who do, once however many their tabs, until the last of them goes', async () => {
  const cycle = await add(team.path)
  const one = await at(team.admin, cycle)
  await until(() => told(one)?.join() === team.admin.id)
  const [two, tab] = [await at(team.member, cycle), await at(team.member, cycle)]
  for (const each of [one, two, tab])
    await until(() => told(each)?.join() === [team.admin.id, team.member.id].join())
  two.socket.close()
  tab.say(here(null))
  await until(() => told(one)?.join() === team.admin.id)
  one.socket.close()
})

test('are told at once to those at another server, and told of them', async () => {
  const cycle = await add(team.path)
  const beside = await server.beside()
  const one = await at(team.admin, cycle)
  const two = await at(team.member, cycle, beside.origin)
  for (const each of [one, two])
    await until(() => told(each)?.toSorted().join() === [team.admin.id, team.member.id].toSorted().join())
  two.socket.close()
  await until(() => told(one)?.join() === team.admin.id)
  one.socket.close()
  await beside.close()
})

test('are told with what they do to issues, at other servers too; a guest with issues of their own hears who is there alone', async () => {
  const project = await make.project(team.admin, team.workspace.slug, { network: 2 })
  const [guest, stranger] = [await make.person(), await make.person()]
  for (const [who, role] of [
    [guest, 5],
    [stranger, 15],
  ] as const)
    await make.joinWorkspace(team.admin, team.workspace.slug, who, role)
  await make.joinProject(team.admin, project.path, team.member, 15)
  await make.joinProject(team.admin, project.path, guest, 5)
  const [issue, other] = [
    await make.issue(team.admin, project.path),
    await make.issue(team.admin, project.path),
  ]
  const beside = await server.beside()
  const enter = (who: Person, origin = server.origin) => at(who, project.id, origin, 'project')
  const [one, far, less, outside] = [
    await enter(team.admin),
    await enter(team.member, beside.origin),
    await enter(guest),
    await enter(stranger),
  ]
  const all = [one, far, less]
  for (const each of all) await until(() => told(each)?.length === 3)
  const doingTo = (issueId: string, doing: string) => ({
    ...here(project.id, 'project'),
    at: { issue: issueId, doing },
  })
  const doing = (each: Awaited<ReturnType<typeof dial>>, who: Person) =>
    heard(each)?.find(({ id }) => id === who.id)?.at

  one.say(doingTo(issue.id, 'reads'))
  const tab = await enter(team.admin, beside.origin)
  tab.say(doingTo(other.id, 'moves'))
  // Of two tabs, the one that does more says.
  await until(() => doing(far, team.admin)?.doing === 'moves')
  expect(doing(far, team.admin)).toEqual({ issue: other.id, doing: 'moves' })
  tab.socket.close()
  await until(() => doing(far, team.admin)?.doing === 'reads')
  expect(heard(far)?.filter(({ id }) => id === team.admin.id)).toHaveLength(1)
  const words = less.messages.filter(message => message.type === 'here').length
  one.say(here(project.id, 'project'))
  await until(() => doing(far, team.admin) === null)
  expect(JSON.stringify(less.messages)).not.toMatch(new RegExp(`${issue.id}|${other.id}`))
  expect(less.messages.filter(message => message.type === 'here')).toHaveLength(words)
  expect(heard(outside)).toBeUndefined()
  // Whoever may see all issues from now on learns of them.
  await team.admin.patch(`${project.path}/`, { guest_view_all_features: true })
  await until(() => [one, less].every(each => each.messages.some(message => message.type === 'reset')))
  const [again, more] = [await enter(team.admin), await enter(guest)]
  again.say(doingTo(issue.id, 'edits'))
  await until(() => doing(more, team.admin)?.doing === 'edits')
  again.say(doingTo(issue.id, 'eats'))
  await until(() => again.closed() === 4400)
  for (const each of [one, far, less, more, outside]) each.socket.close()
  await beside.close()
})

test('are told to nobody who may not see it, to no token, and no longer to people who have lost the right', async () => {
  const project = await make.project(team.admin, team.workspace.slug, { network: 0 })
  const cycle = await add(project.path)
  const one = await at(team.admin, cycle)
  const outside = await at(team.member, cycle)
  outside.say(here(team.workspace.id))
  const token = await make.token(team.admin, team.workspace.slug)
  const program = await dial(server.origin, { authorization: `Bearer ${token.token}` })
  program.say(await hello())
  await program.ready()
  program.say(here(cycle))
  // Earlier words have been received by now: the answer to a second greeting is behind them.
  for (const each of [outside, program]) {
    each.say(await hello({ workspace: 'nowhere' }))
    await until(() => each.messages.some(message => message.type === 'reset'))
  }
  // An earlier visitor is known by the time that a later tab is.
  const tab = await at(team.admin, cycle)
  await until(() => told(tab) !== undefined)
  for (const each of [outside, program]) expect(told(each)).toBeUndefined()
  for (const each of [one, tab]) expect(told(each)).toEqual([team.admin.id])
  tab.socket.close()

  await make.joinProject(team.admin, project.path, team.member, 15)
  const joined = await at(team.member, cycle)
  await until(() => told(one)?.length === 2)
  const { body: members } = await team.admin.get<{ id: string; member: string | { id: string } }[]>(
    `${project.path}/members/`,
  )
  const { id } = members.find(({ member }) =>
    [member, (member as { id: string }).id].includes(team.member.id),
  )!
  await team.admin.delete(`${project.path}/members/${id}/`)
  await until(() => joined.messages.some(message => message.type === 'reset'))
  await until(() => told(one)?.join() === team.admin.id)
  for (const each of [one, joined, outside, program]) each.socket.close()
})

test('are told of no issue that the person does not see, or that is not at the place, however fast they change', async () => {
  const [project, closed] = [
    await make.project(team.admin, team.workspace.slug, { network: 2 }),
    await make.project(team.admin, team.workspace.slug, { network: 0 }),
  ]
  const guest = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, guest, 15)
  await make.joinProject(team.admin, project.path, guest, 15)
  const own = await make.issue(guest, project.path)
  const { body: people } = await team.admin.get<{ id: string; member: string }[]>(`${project.path}/members/`)
  const { id: membership } = people.find(({ member }) => member === guest.id)!
  await team.admin.patch(`${project.path}/members/${membership}/`, { role: 5 })
  const cycle = await add(project.path)
  const [planned, other, foreign] = [
    await make.issue(team.admin, project.path),
    await make.issue(team.admin, project.path),
    await make.issue(team.admin, closed.path),
  ]
  await team.admin.post(`${project.path}/cycles/${cycle}/cycle-issues/`, { issues: [planned.id] })
  const [hears, sends] = [
    await at(team.admin, project.id, server.origin, 'project'),
    await at(guest, project.id, server.origin, 'project'),
  ]
  const does = (one: typeof sends, place: string, kind: string, issue: string, doing = 'edits') =>
    one.say({ ...here(place, kind), at: { issue, doing } })
  const toldOf = (one: typeof sends, who: Person) => heard(one)?.find(({ id }) => id === who.id)?.at
  await until(() => told(hears)?.length === 2)
  for (const { id } of [other, foreign]) {
    does(sends, project.id, 'project', id)
    does(sends, project.id, 'project', own.id)
    await until(() => toldOf(hears, guest)?.issue === own.id)
    does(sends, project.id, 'project', id)
    await until(() => toldOf(hears, guest) === null)
  }
  // The first words at a place are judged as well.
  sends.say(here(null))
  await until(() => told(hears)?.length === 1)
  does(sends, project.id, 'project', foreign.id)
  await until(() => told(hears)?.length === 2)
  // Many issues in a row: the last of them is reported, and not one by one.
  const before = hears.messages.length
  for (let nth = 0; nth < 200; nth++) does(sends, project.id, 'project', nth % 2 ? own.id : other.id)
  await until(() => toldOf(hears, guest)?.issue === own.id)
  expect(hears.messages.length - before).toBeLessThan(10)
  expect(JSON.stringify(hears.messages)).not.toMatch(new RegExp(`${other.id}|${foreign.id}`))

  const [mei, freya] = [await at(team.admin, cycle), await at(team.admin, cycle)]
  does(mei, cycle, 'cycle', planned.id)
  await until(() => toldOf(freya, team.admin)?.issue === planned.id)
  does(mei, cycle, 'cycle', other.id)
  await until(() => toldOf(freya, team.admin) === null)
  for (const each of [hears, sends, mei, freya]) each.socket.close()
})
