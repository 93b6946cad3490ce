import { beforeAll, expect, test } from 'vitest'
import type { Job } from '../../api/contract/workspace/jobs.ts'
import { viewerOfUser } from '../../api/db/viewer.ts'
import { purge } from '../../api/jobs/purge.ts'
import { jobOf, withRunner } from '../support/archives.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { makePlaceholder } from '../support/placeholder.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { wrongTallies } from '../support/tallies.ts'

let server: TestServer
let team: IssueTeam
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const placeholder = (name: string, email?: string) =>
  makePlaceholder(server, team.admin, team.workspace, { name, email: email ?? null })

test('a person without an account has one placeholder, by address or by name, whom all see and nobody can be', async () => {
  const screen = follower(server.origin, team.member, team.workspace.slug)
  await screen.start()
  const all = await Promise.all([
    placeholder('Runa Vik', 'Runa@Pilots.example'),
    placeholder('Runa', 'runa@pilots.example'),
    placeholder('Runa Vik'),
    placeholder('  Runa Vik '),
  ])
  expect(all[0]).toBe(all[1])
  expect(all[2]).toBe(all[3])
  expect(all[0]).not.toBe(all[2])
  await until(() => screen.seen.some(change => change.id === all[0] && change.row?.display_name))
  expect(await server.db('accounts').whereIn('id', all).pluck('is_active')).toEqual([false, false])
  const members = await team.admin.get<{ member: { id: string } }[]>(
    `/api/workspaces/${team.workspace.slug}/members/`,
  )
  expect(members.body.some(({ member }) => all.includes(member.id))).toBe(false)
  expect(await viewerOfUser(server.db, all[0]!)).toBeNull()
})

const space = () => `/api/workspaces/${team.workspace.slug}`
const give = (id: string, member: string, by = team.admin) =>
  by.post<Job>(`${space()}/placeholders/${id}/give/`, { member })
const given = async (id: string, member: string) => {
  const { body, status } = await give(id, member)
  expect(status).toBe(201)
  const job = () => jobOf(team.admin, team.workspace.slug, body.id)
  await withRunner(server, () => until(async () => ['done', 'failed'].includes((await job()).state)))
  return job()
}

test('an admin gives it to a member: all that names it names them, in texts too, and every browser hears of it', async () => {
  const id = await placeholder('Ivo Brandt', 'ivo@pilots.example')
  const mention = `<p>By <mention-component entity_name="user_mention" entity_identifier="${id}" label="Ivo"></mention-component></p>`
  const issue = await team.issue({ name: 'Sill', description_html: mention })
  const both = await team.issue({ name: 'Both', assignee_ids: [team.member.id] })
  const comment = await team.made(team.at(issue.id, 'comments/'), { comment_html: mention })
  const page = await team.make.page(team.admin, team.path, { description_html: mention })
  const { db } = server
  await db('issues')
    .where('id', issue.id)
    .update({ created_by: id, assignee_ids: [id] })
  await db('issues')
    .where('id', both.id)
    .update({ assignee_ids: [id, team.member.id] })
  for (const one of [issue.id, both.id]) await db('issue_assignees').insert({ issue_id: one, user_id: id })
  await db('issue_comments').where('id', comment.id).update({ actor: id, created_by: id })
  await team.member.post(team.at(issue.id, 'reactions/'), { reaction: '128077' })
  const [reaction] = await db('issue_reactions').where('issue', issue.id)
  await db('issue_reactions').insert({ ...reaction, id: team.make.id(), actor: id })
  for (const who of [team.member, team.guest]) expect((await give(id, team.member.id, who)).status).toBe(404)
  expect((await give(id, id)).status).toBe(400)
  const list = await team.admin.get<{ results: { name: string }[] }>(`${space()}/placeholders/`)
  expect(list.body.results.map(({ name }) => name)).toContain('Ivo Brandt')
  const told = await db('notifications').count('* as n')
  const screen = follower(server.origin, team.guest, team.workspace.slug)
  await screen.start()
  expect(screen.rows.has(`user/${id}`)).toBe(true)
  expect(await given(id, team.member.id)).toMatchObject({ state: 'done', said: null })
  await until(() => !screen.rows.has(`user/${id}`))
  const read = await team.read(issue.id)
  expect(read).toMatchObject({ created_by: team.member.id, assignee_ids: [team.member.id] })
  expect(read.description_html).toContain(`entity_identifier="${team.member.id}"`)
  expect((await team.read(both.id)).assignee_ids).toEqual([team.member.id])
  expect(await wrongTallies(server.db)).toEqual([])
  const { rows } = await db.raw<{ rows: { found: string }[] }>(
    `select 'issues' as found from issues i where i::text like :like union all select 'comments' from issue_comments c where c::text like :like
     union all select 'reactions' from issue_reactions r where r::text like :like union all select 'assignees' from issue_assignees a where a::text like :like
     union all select 'texts' from documents d where d.description_html like :like or d.mentions::text like :like`,
    { like: `%${id}%` },
  )
  expect(rows).toEqual([])
  expect(
    (await team.admin.get<{ description_html: string }>(`${team.path}/pages/${page.id}/`)).body
      .description_html,
  ).toContain(team.member.id)
  expect(await db('notifications').count('* as n')).toEqual(told)
  const again = await team.admin.get<{ results: { name: string }[] }>(`${space()}/placeholders/`)
  expect(again.body.results.map(({ name }) => name)).not.toContain('Ivo Brandt')
  expect((await give(id, team.member.id)).status).toBe(404)
  await db('placeholders')
    .where({ id })
    .update({ deleted_at: new Date(Date.now() - 90 * 86_400_000) })
  await purge(db, { hardDeleteAfterDays: 60, dataDir: server.dataDir })
  for (const table of ['placeholders', 'accounts', 'users'])
    expect(await db(table).where({ id }), table).toEqual([])
})

test('one that was given away meanwhile, or whose member has left, is not given', async () => {
  const id = await placeholder('Jorun')
  const { body } = await give(id, team.member.id)
  await server.db('placeholders').where({ id }).update({ deleted_at: new Date() })
  await withRunner(server, () =>
    until(async () => (await jobOf(team.admin, team.workspace.slug, body.id)).state === 'failed'),
  )
  expect((await jobOf(team.admin, team.workspace.slug, body.id)).said).toContain('already')
})

test('giving is no edit: an import can still be undone, and takes out what it made', async () => {
  const calls = importCalls(team.admin, team.workspace.slug)
  const runner = await importRunner(server)
  try {
    const lines = [1, 2, 3].map(n => `GV-${n},Berth ${n},"2024-02-04T11:00:00Z;${team.member.email};Aye"`)
    const { id } = await calls.whole(['Key,Title,Comments', ...lines].join('\n'), { name: 'given.csv' })
    const issues: string[] = await server.db('issues').where('external_id', 'like', 'GV-%').pluck('id')
    expect(issues).toHaveLength(3)
    const face = await placeholder('Solveig')
    await server
      .db('issues')
      .whereIn('id', issues)
      .update({ created_by: face, updated_by: face, assignee_ids: [face] })
    const comments = server.db('issue_comments').whereIn('issue', issues)
    expect(await comments.clone().update({ actor: face, created_by: face })).toBe(3)
    expect(await given(face, team.member.id)).toMatchObject({ state: 'done' })
    expect(await server.db('issues').whereIn('id', issues).pluck('created_by')).toEqual(
      issues.map(() => team.member.id),
    )
    await calls.act(id, 'undo')
    expect(await calls.reaches(id, 'undone')).toMatchObject({ said: null })
    expect(await server.db('issues').whereIn('id', issues).whereNull('deleted_at')).toEqual([])
    expect(await comments.clone().whereNull('deleted_at')).toEqual([])
  } finally {
    await runner.stop()
  }
})
