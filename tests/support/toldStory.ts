/** Random histories of a workspace. */
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { build } from './build.ts'
import type { Dice } from './dice.ts'
import { until } from './live.ts'
import { allTold } from './notified.ts'
import { WORDS } from './pageWorld.ts'
import type { TestServer } from './server.ts'
import { type Issue, type Page, type Project, type Role, recount } from './toldRecount.ts'
import { visitor } from './visitor.ts'

type Comment = { id: string; of: Issue; by: string; mentions: Set<string> }

const PRIORITIES = ['urgent', 'high', 'medium', 'low', 'none']

/** A team of two projects, one of them secret; the actor calls the server at `origin`. */
export const toldStory = async (world: TestServer, origin: string, dice: Dice) => {
  const make = build(world)
  const team = await make.team()
  const { slug } = team.workspace
  const [ana, ben, out] = [await make.person(), await make.person(), await make.person()]
  for (const who of [ana, ben, out]) await make.joinWorkspace(team.admin, slug, who, 15)
  await make.joinProject(team.admin, team.path, ana, 20)
  await make.joinProject(team.admin, team.path, ben, 15)
  const secret = await make.project(team.admin, slug, { network: 0 })
  await make.joinProject(team.admin, secret.path, ana, 15)
  await team.admin.patch(`${team.path}/`, { inbox_view: true })
  const { admin, member, guest } = team
  const people = [admin, member, guest, ana, ben, out]
  const callers = new Map(
    people.map(who => {
      const caller = visitor(origin)
      caller.jar.set('session-id', who.jar.get('session-id')!)
      return [who.id, caller]
    }),
  )
  const known = async (id: string, path: string, roles: [string, Role][]): Promise<Project> => ({
    id,
    path,
    roles: new Map(roles),
    states: (await admin.get<{ id: string }[]>(`${path}/states/`)).body.map(one => one.id),
    guestsSeeAll: false,
  })
  const open = await known(team.project.id, team.path, [
    [admin.id, 20],
    [ana.id, 20],
    [member.id, 15],
    [ben.id, 15],
    [guest.id, 5],
  ])
  const hidden = await known(secret.id, secret.path, [
    [admin.id, 20],
    [ana.id, 15],
  ])
  const issues: Issue[] = []
  const pages: Page[] = []
  const comments: Comment[] = []
  /** Has it done, however often the server dies meanwhile: a caller who gets no answer sends the same once more. */
  const call = async <T = { id: string }>(
    by: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<T> => {
    const headers = { 'x-mutation-id': v7() }
    let answer: { status: number; body: T } | null = null
    await until(async () => {
      answer = await callers
        .get(by)!
        .send<T>(method, path, body, { headers })
        .catch(() => null)
      return answer !== null
    }, 60_000)
    const { status, body: said } = answer as unknown as { status: number; body: T }
    expect([method, path, status < 300 ? 'done' : status, status < 300 ? null : said]).toEqual([
      method,
      path,
      'done',
      null,
    ])
    return said
  }

  const inProject = (project: Project, least: Role) =>
    [...project.roles].flatMap(([who, role]) => (role >= least ? [who] : []))
  const { is, sees, muted, tell, tellMentions, tellHistory, compare } = recount(world, team.workspace.id)
  const some = (from: string[], most: number) => [
    ...new Set(Array.from({ length: dice.number(most + 1) }, () => dice.pick(from))),
  ]
  const anybody = () => people.map(({ id }) => id)
  const htmlOf = (ids: Iterable<string>) =>
    `<p>Ask ${[...ids]
      .map(
        id =>
          `<mention-component id="${v7()}" target="users" entity_name="user_mention" entity_identifier="${id}"></mention-component>`,
      )
      .join(' ')} ${v7()}</p>`
  const mayAct = (project: Project) => dice.pick(inProject(project, 15))
  const at = (issue: Issue, rest = '') => `${issue.project.path}/issues/${issue.id}/${rest}`

  const createIssue = async (project = dice.chance(0.25) ? hidden : open, by = mayAct(project)) => {
    const assignees = some(inProject(project, 15), 2)
    const named = some(anybody(), 2)
    const { id, state_id } = await call<{ id: string; state_id: string }>(
      by,
      'POST',
      `${project.path}/issues/`,
      {
        name: `Tide ${v7().slice(-6)}`,
        assignee_ids: assignees,
        description_html: htmlOf(named),
      },
    )
    const issue: Issue = {
      id,
      project,
      by,
      follows: new Map([[by, true]]),
      assignees: new Set(assignees),
      mentions: new Set(named),
      priority: 'none',
      state: state_id,
    }
    issues.push(issue)
    const mentioned = tellMentions('issue', issue, by, new Set(), named)
    for (const who of assignees) issue.follows.set(who, true)
    tellHistory(
      issue,
      by,
      mentioned,
      assignees.map(who => `assignees >${who}`),
    )
  }

  const acts: Record<string, () => Promise<void>> = {
    createIssue: () => createIssue(),
    property: async () => {
      const issue = dice.pick(issues)
      const by = mayAct(issue.project)
      const priority = dice.pick(PRIORITIES.filter(one => one !== issue.priority))
      const state = dice.pick(issue.project.states.filter(one => one !== issue.state))
      const both = dice.chance(0.3)
      await call(by, 'PATCH', at(issue), { priority, ...(both ? { state_id: state } : {}) })
      issue.priority = priority
      if (both) issue.state = state
      tellHistory(issue, by, [], [`priority ${priority}`, ...(both ? [`state ${state}`] : [])])
    },
    assign: async () => {
      const issue = dice.pick(issues)
      const by = mayAct(issue.project)
      const next = some(inProject(issue.project, 15), 3)
      // The assignment of somebody who has left rests: it is there again when they are.
      const [here, resting] = [true, false].map(isHere =>
        [...issue.assignees].filter(who => issue.project.roles.has(who) === isHere),
      ) as [string[], string[]]
      const gone = here.filter(who => !next.includes(who))
      const come = next.filter(who => !here.includes(who))
      await call(by, 'PATCH', at(issue), { assignee_ids: next })
      issue.assignees = new Set([...next, ...resting])
      if (gone.length + come.length === 0) return
      for (const who of come) issue.follows.set(who, true)
      tellHistory(
        issue,
        by,
        [],
        [...gone.map(who => `assignees ${who}>`), ...come.map(who => `assignees >${who}`)],
      )
    },
    describe: async () => {
      const issue = dice.pick(issues)
      const by = mayAct(issue.project)
      const named = [...new Set([...issue.mentions, ...some(anybody(), 2)])]
      await call(by, 'PATCH', at(issue), { description_html: htmlOf(named) })
      tellMentions('issue', issue, by, issue.mentions, named)
      issue.mentions = new Set(named)
      tellHistory(issue, by, [], [])
    },
    comment: async () => {
      const issue = dice.pick(issues)
      const by = dice.pick(anybody().filter(who => sees(who, issue, 'issue')))
      const named = some(anybody(), 2)
      const { id } = await call(by, 'POST', at(issue, 'comments/'), { comment_html: htmlOf(named) })
      comments.push({ id, of: issue, by, mentions: new Set(named) })
      const mentioned = tellMentions('issue', issue, by, new Set(), named, id)
      tellHistory(issue, by, mentioned, [`comment ${id} created`])
    },
    reword: async () => {
      const theirs = comments.filter(one => sees(one.by, one.of, 'issue'))
      if (theirs.length === 0) return
      const comment = dice.pick(theirs)
      const { of, by, id } = comment
      const named = [...new Set([...comment.mentions, ...some(anybody(), 1)])]
      await call(by, 'PATCH', at(of, `comments/${id}/`), { comment_html: htmlOf(named) })
      const mentioned = tellMentions('issue', of, by, comment.mentions, named, id)
      comment.mentions = new Set(named)
      tellHistory(of, by, mentioned, [`comment ${id} updated`])
    },
    follow: async () => {
      const issue = dice.pick(issues)
      const by = dice.pick(anybody().filter(who => sees(who, issue, 'issue')))
      const follows = dice.chance(0.6)
      await settle()
      await call(by, follows ? 'POST' : 'DELETE', at(issue, 'subscribe/'))
      // A person who never followed has nothing to end: their next act makes them follow.
      if (follows || issue.follows.has(by)) issue.follows.set(by, follows)
    },
    intake: async () => {
      const by = dice.pick(inProject(open, 15))
      const { issue } = await call<{ issue: { id: string } }>(by, 'POST', `${open.path}/inbox-issues/`, {
        issue: { name: 'A leak' },
      })
      for (const who of inProject(open, 20)) if (who !== by) tell(who, issue.id, 'intake')
    },
    page: async () => {
      const project = dice.chance(0.25) ? hidden : open
      const by = mayAct(project)
      const named = some(anybody(), 2)
      const { id } = await call(by, 'POST', `${project.path}/pages/`, {
        name: 'Tides',
        description_html: htmlOf(named),
      })
      const page = { id, project, by, mentions: new Set(named) }
      pages.push(page)
      tellMentions('page', page, by, new Set(), named)
    },
    writePage: async () => {
      if (pages.length === 0) return
      const page = dice.pick(pages)
      const by = mayAct(page.project)
      const path = `${page.project.path}/pages/${page.id}/`
      if (dice.chance(0.5)) {
        const named = some(anybody(), 2)
        const { id } = await call(by, 'POST', `${path}comments/`, { comment_html: htmlOf(named), ...WORDS })
        tellMentions('page', page, by, new Set(), named, id)
        return
      }
      const named = [...new Set([...page.mentions, ...some(anybody(), 2)])]
      await call(by, 'PATCH', path, { description_html: htmlOf(named) })
      tellMentions('page', page, by, page.mentions, named)
      page.mentions = new Set(named)
    },
    mute: async () => {
      const of = dice.chance(0.3) && pages.length > 0 ? 'page' : 'issue'
      const thing = of === 'page' ? dice.pick(pages) : dice.pick(issues)
      const by = dice.pick(anybody().filter(who => sees(who, thing, of)))
      await settle()
      const isMuted = muted.has(is(by, thing))
      await call(by, isMuted ? 'DELETE' : 'POST', `${thing.project.path}/${of}s/${thing.id}/mute/`)
      if (isMuted) muted.delete(is(by, thing))
      else muted.add(is(by, thing))
    },
    membership: async () => {
      await settle()
      if (!open.roles.has(out.id)) {
        await call(admin.id, 'POST', `${open.path}/members/`, { members: [{ member_id: out.id, role: 15 }] })
        open.roles.set(out.id, 15)
        return
      }
      const row = await world
        .db('project_members')
        .where({ project: open.id, member: out.id })
        .whereNull('deleted_at')
        .first<{ id: string }>('id')
      await call(admin.id, 'DELETE', `${open.path}/members/${row.id}/`)
      open.roles.delete(out.id)
    },
    guests: async () => {
      await settle()
      open.guestsSeeAll = !open.guestsSeeAll
      await call(admin.id, 'PATCH', `${open.path}/`, { guest_view_all_features: open.guestsSeeAll })
    },
  }
  /** The rights and wishes at the moment of reporting count: they change in between. */
  const settle = () => allTold(world, team.workspace.id)

  // The issues that a guest made while they were a member.
  const row = await world
    .db('project_members')
    .where({ project: open.id, member: guest.id })
    .first<{ id: string }>('id')
  await world.db('project_members').where('id', row.id).update({ role: 15 })
  open.roles.set(guest.id, 15)
  await createIssue(open, guest.id)
  await createIssue(open, guest.id)
  await settle()
  await world.db('project_members').where('id', row.id).update({ role: 5 })
  open.roles.set(guest.id, 5)

  const likely = ['createIssue', 'property', 'property', 'assign', 'describe', 'comment', 'comment', 'reword']
  const rest = Object.keys(acts).filter(name => !likely.includes(name))
  const one = (): Promise<void> => acts[dice.pick(dice.chance(0.65) ? likely : rest)]!()

  return { one, compare, team }
}
