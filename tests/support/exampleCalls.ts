/** Calls of the reference whose body, query or state takes more than a fresh row. */
import type { build } from './build.ts'
import type { TestServer } from './server.ts'
import type { Visitor } from './visitor.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>
type Params = Record<string, string>
export type Prepared = { body?: object; query?: string; by?: Visitor; params?: Params }

export const exampleCalls = (
  server: TestServer,
  make: Make,
  { admin, path, workspace, project, ...team }: Team,
): Record<string, (params: Params) => Promise<Prepared>> => {
  const space = `/api/workspaces/${workspace.slug}`
  const made = async (by: Visitor, to: string, body: object = {}) => {
    const reply = await by.post<{ id: string }>(to, body)
    if (reply.status >= 300) throw new Error(`${to}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.id
  }
  const newIssue = async () => (await make.issue(admin, path)).id
  const newcomer = async () => {
    const who = await make.person()
    await make.joinWorkspace(admin, workspace.slug, who, 15)
    return who
  }
  const isFavored = (to: string, noun: string, id: string) =>
    admin.post(`${to}user-favorite-${noun}s/`, { [noun]: id })
  const agentOn = async (issueId: string) => {
    const { calls } = await make.agent(admin, workspace.slug, [project.id])
    const at = `${path}/issues/${issueId}/agent-sessions/`
    return { by: calls, agentSessionId: await made(calls, at) }
  }
  const state = async (id: string) =>
    (await server.db('documents').where({ id }).first<{ state: Buffer }>('state')).state.toString('base64')
  return {
    'agentSessions.open': async () => ({
      by: (await make.agent(admin, workspace.slug, [project.id])).calls,
      body: { text: 'Reading the tide table' },
    }),
    'agentSessions.addStep': async ({ issueId }) => {
      const { by, agentSessionId } = await agentOn(issueId!)
      return {
        by,
        params: { agentSessionId },
        body: { text: 'Compared the last ten high waters', seconds: 12 },
      }
    },
    'agentSessions.update': async ({ issueId }) => {
      const { by, agentSessionId } = await agentOn(issueId!)
      return { by, params: { agentSessionId }, body: { state: 'finished' } }
    },
    'analytics.export': async () => ({ body: { x_axis: 'priority', y_axis: 'issue_count' } }),
    'attachments.create': async () => ({
      body: { name: 'Tide table.pdf', size: 48_213, type: 'application/pdf' },
    }),
    'cycles.issue': async ({ cycleId }) => {
      const issueId = await newIssue()
      await admin.post(`${path}/cycles/${cycleId}/cycle-issues/`, { issues: [issueId] })
      return { params: { issueId } }
    },
    'modules.issue': async ({ moduleId }) => {
      const issueId = await newIssue()
      await admin.post(`${path}/modules/${moduleId}/issues/`, { issues: [issueId] })
      return { params: { issueId } }
    },
    'estimates.update': async ({ estimateId }) => {
      const { body } = await admin.get<{ points: { id: string }[] }>(`${path}/estimates/${estimateId}/`)
      const [first] = body.points
      return { body: { estimate: {}, estimate_points: [{ id: first?.id, value: 'XS' }] } }
    },
    'favorites.favorCycle': async () => ({
      body: { cycle: await made(admin, `${path}/cycles/`, { name: 'Tides' }) },
    }),
    'favorites.favorModule': async () => ({
      body: { module: await made(admin, `${path}/modules/`, { name: make.id() }) },
    }),
    'favorites.favorProject': async () => ({ body: { project: project.id } }),
    'favorites.disfavorCycle': async ({ cycleId }) => {
      await isFavored(`${path}/`, 'cycle', cycleId!)
      return {}
    },
    'favorites.disfavorModule': async ({ moduleId }) => {
      await isFavored(`${path}/`, 'module', moduleId!)
      return {}
    },
    'favorites.disfavorProject': async ({ projectId, p }) => {
      await isFavored(`${space}/`, 'project', projectId ?? p ?? project.id)
      return {}
    },
    'views.favor': async () => ({ body: { view: await made(admin, `${path}/views/`, { name: 'Overdue' }) } }),
    'views.setAccess': async () => ({ body: { access: 1 } }),
    'views.setAccessAcross': async () => ({ body: { access: 1 } }),
    'pages.disfavor': async ({ pageId }) => {
      await admin.post(`${path}/favorite-pages/${pageId}/`)
      return {}
    },
    'pages.discard': async () => ({ params: { pageId: await made(admin, `${path}/pages/`, {}) } }),
    'pages.updateBinary': async () => {
      const { id } = await make.page(admin, path, { description_html: '<p>Mind the sill.</p>' })
      return { params: { pageId: id }, body: { description_binary: await state(id) } }
    },
    'issueText.updateBinary': async () => {
      const { id } = await make.issue(admin, path, { description_html: '<p>Mind the sill.</p>' })
      return { params: { issueId: id }, body: { description_binary: await state(id) } }
    },
    'pageVersions.rename': async () => ({ body: { name: 'Before the storm' } }),
    'pageComments.create': async () => ({
      body: { comment_html: '<p>How deep?</p>', quote: 'Harbour', anchor_start: 'AQID', anchor_end: 'BAUG' },
    }),
    'pageComments.anchor': async () => ({ body: { anchor_start: 'AQID', anchor_end: 'BAUG' } }),
    'home.home': async () => ({ query: '?dashboard_type=home' }),
    ...Object.fromEntries(
      Object.entries({
        'imports.run': { state: 'checked' },
        'imports.stop': { state: 'running' },
        'imports.undo': { state: 'done', undo_until: new Date(Date.now() + 86_400_000) },
        'imports.again': { state: 'done' },
      }).map(([name, values]) => [
        name,
        async ({ importId }: Params) => {
          await server.db('imports').where('id', importId!).update(values)
          return {}
        },
      ]),
    ),
    'imports.create': async () => ({ body: { source: 'csv', file: { name: 'Berths.csv', size: 20_480 } } }),
    'intakeDecisions.decide': async () => ({
      body: {
        ids: [await made(admin, `${path}/inbox-issues/`, { issue: { name: 'A leak' } })],
        status: 1,
      },
    }),
    'intakeWays.sendForm': async () => ({
      body: { name: 'The lamp is out', email: 'bram@portoffice.example', username: 'Bram' },
    }),
    'issueLists.byIds': async () => ({ query: `?issues=${await newIssue()},${await newIssue()}` }),
    'issues.bulkUpdate': async () => ({
      body: { issue_ids: [await newIssue(), await newIssue()], properties: { priority: 'low' } },
    }),
    ...Object.fromEntries(
      ['issues.getArchived', 'issues.unarchive'].map(name => [
        name,
        async ({ issueId }: Params) => {
          await server.db('issues').where('id', issueId!).update({ archived_at: '2026-11-02' })
          return {}
        },
      ]),
    ),
    'jobs.exportIssues': async () => ({ body: { provider: 'xlsx', project: [project.id] } }),
    'labels.bulkCreate': async () => ({ body: { label_data: [{ name: 'Ebb' }, { name: 'Flood' }] } }),
    'labels.merge': async () => ({
      body: { into: await made(admin, `${path}/issue-labels/`, { name: make.id() }) },
    }),
    'notifications.mark': async () => ({ body: { ids: [await newIssue()], read: true } }),
    'placeholders.give': async () => ({ body: { member: team.member.id } }),
    'projectMembers.addMembers': async () => ({
      body: { members: [{ member_id: (await newcomer()).id, role: 15 }] },
    }),
    'workspaceMembers.addMembers': async () => ({
      body: { members: [{ email: (await make.person()).email, role: 15 }] },
    }),
    'projects.freeIdentifier': async () => ({ body: { name: 'TIDE' } }),
    'projects.join': async () => ({
      body: { project_ids: [(await make.project(admin, workspace.slug)).id] },
    }),
    'reactions.removeFromComment': async ({ commentId }) => {
      await admin.post(`${path}/comments/${commentId}/reactions/`, { reaction: '128077' })
      return {}
    },
    'reactions.removeFromIssue': async ({ issueId }) => {
      await admin.post(`${path}/issues/${issueId}/reactions/`, { reaction: '128077' })
      return {}
    },
    'relations.removeByPair': async ({ issueId }) => {
      const other = await newIssue()
      const relation_type = 'blocking'
      await admin.post(`${path}/issues/${issueId}/issue-relation/`, { relation_type, issues: [other] })
      return { body: { relation_type, related_issue: other } }
    },
    'userWork.days': async () => ({ query: '?from=2026-11-01&to=2026-11-30' }),
    'webhooks.create': async () => {
      await server.db('webhooks').where('workspace', workspace.id).update({ deleted_at: new Date() })
      return { body: { url: 'https://93.184.216.34/tides', issue: true, cycle: true } }
    },
  }
}
