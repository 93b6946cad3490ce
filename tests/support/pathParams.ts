import type { Route } from '../../api/contract/define.ts'
import { widgets } from '../../api/contract/planning/home.ts'
import { hashOf, openSession } from '../../api/http/session.ts'
import type { build } from './build.ts'
import { bodies, makerOf } from './callBodies.ts'
import { attach, attachmentsAt, picturesAt, sendImage, sendPicture } from './files.ts'
import { notified } from './notified.ts'
import { WORDS } from './pageWorld.ts'
import { makePlaceholder } from './placeholder.ts'
import type { TestServer } from './server.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>
type Named = { id: string }

/**
 * For each parameter of a path a fresh row that the team's admin made: the next caller does not miss one that another
 * deleted.
 */
export const pathParams = (
  server: TestServer,
  make: Make,
  team: Pick<Team, 'admin' | 'path' | 'workspace' | 'project'> & Partial<Pick<Team, 'member' | 'guest'>>,
) => {
  const { admin, path, workspace, project } = team
  const made = async (to: string, body: Record<string, unknown>) => {
    const reply = await admin.post<Named>(to, body)
    if (reply.status >= 400) throw new Error(`${to}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const member = async (route: Route) => {
    const extra = await make.person()
    await make.joinWorkspace(admin, workspace.slug, extra, 15)
    await make.joinProject(admin, path, extra, 15)
    const ofProject = route.path.includes('/projects/')
    const [table, where] = ofProject
      ? ['project_members', { member: extra.id, project: project.id }]
      : ['workspace_members', { member_id: extra.id, workspace_id: workspace.id }]
    return ((await server.db(table).where(where).first('id')) as Named).id
  }
  const spare = async () => {
    const { slug } = await make.workspace(admin)
    if (team.member) await make.joinWorkspace(admin, slug, team.member, 15)
    if (team.guest) await make.joinWorkspace(admin, slug, team.guest, 5)
    return slug
  }
  const ofIssue: Record<string, (at: string) => Promise<string>> = {
    commentId: async at => (await made(`${at}/comments/`, { comment_html: '<p>Aye</p>' })).id,
    activityId: async at => (await admin.get<Named[]>(`${at}/history/`)).body[0]!.id,
    relationId: async at => {
      const other = await make.issue(admin, path)
      await made(`${at}/issue-relation/`, { relation_type: 'blocking', issues: [other.id] })
      const row = await server.db('issue_relations').where('related_issue', at.split('/').at(-1)!).first('id')
      return (row as Named).id
    },
  }
  const file = (route: Route, issueId: string) => {
    if (route.path.includes('attachments')) return attach(admin, attachmentsAt(path, issueId))
    if (/projects|restore/.test(route.path)) return sendImage(admin, path, { entity_identifier: issueId })
    if (route.path.includes('user-assets')) return sendPicture(admin, picturesAt(), 'USER_AVATAR')
    return sendPicture(admin, picturesAt(workspace.slug), 'WORKSPACE_LOGO')
  }
  // Where the path is about a row that is over, archived or deleted, such a one.
  const planned = async (route: Route, kind: 'cycles' | 'modules', body: object) => {
    const { id } = await made(`${path}/${kind}/`, { ...body })
    const isArchive = route.path.endsWith('/archive/')
    const over = { start_date: '2020-01-01', end_date: '2020-01-02' }
    const isOver = (isArchive && route.method === 'POST') || route.path.endsWith('/analytics/')
    if (kind === 'cycles' && isOver) await server.db(kind).where({ id }).update(over)
    if (route.path.includes('/archived-') || (isArchive && route.method === 'DELETE'))
      await server.db(kind).where({ id }).update({ archived_at: new Date() })
    if (route.path.endsWith('/restore/')) await admin.delete(`${path}/${kind}/${id}/`)
    return id
  }
  const page = async (route: Route) => {
    const { id } = await make.page(admin, path)
    // Only what is archived can be deleted, or restored.
    const isArchived = /\/pages\/:pageId\/(restore\/)?$/.test(route.path) && route.method !== 'PATCH'
    if (isArchived || (route.path.endsWith('/archive/') && route.method === 'DELETE'))
      await admin.post(`${path}/pages/${id}/archive/`)
    return id
  }
  const others: Record<string, (route: Route, params: Record<string, string>) => Promise<string>> = {
    pageId: page,
    commentId: async (_, { pageId }) =>
      (await made(`${path}/pages/${pageId}/comments/`, { comment_html: '<p>Aye</p>', ...WORDS })).id,
    versionId: async (_, { pageId }) => {
      const at = `${path}/pages/${pageId}/`
      await admin.patch(at, { description_html: '<p>High</p>' })
      const { body } = await admin.get<Named[]>(`${at}versions/`)
      return body[0]!.id
    },
    notificationId: async () => notified(server, admin.id, (await make.issue(admin, path)).id),
    favoriteId: async () =>
      (
        await made(`/api/workspaces/${workspace.slug}/user-favorites/`, {
          entity_type: 'folder',
          name: 'Reefs',
        })
      ).id,
    placeholderId: async () => makePlaceholder(server, admin, workspace, { name: make.id() }),
    agentId: async () => (await make.agent(admin, workspace.slug, [project.id])).id,
    agentSessionId: async (route, { issueId }) => {
      const { calls } = await make.agent(admin, workspace.slug, [project.id])
      const at = `${path}/issues/${issueId}/agent-sessions/`
      const { id } = (await calls.post<Named>(at)).body
      if (route.path.endsWith('/undo/')) await calls.patch(`${at}${id}/`, { state: 'finished' })
      return id
    },
    jobId: async route => {
      const id = make.id()
      if (route.path.startsWith('/api/archives/')) {
        const row = { id, kind: 'bring_archive', user: admin.id, workspace: workspace.id, state: 'done' }
        await server
          .db('jobs')
          .insert({ ...row, input: { name: 'Quay', slug: 'quay' }, ended_at: new Date() })
        return id
      }
      const input = { projects: [], format: 'csv', isMany: false }
      const row = { id, kind: 'export_issues', input, user: admin.id, workspace: workspace.id }
      await server.db('jobs').insert({ ...row, state: 'done', ended_at: new Date() })
      await server.db('job_parts').insert({ job: id, nth: 0, text: 'BER-1,Berths\r\n' })
      return id
    },
    dashboardId: async () => {
      const at = `/api/workspaces/${workspace.slug}/dashboard/?dashboard_type=home`
      return (await admin.get<{ dashboard: Named }>(at)).body.dashboard.id
    },
    widgetId: async () => widgets.private_note.id,
    webhookId: async () => {
      // A workspace holds only so many. Other callers, who come at the same time, still call the newest.
      const newest = server.db('webhooks').where('workspace', workspace.id).orderBy('created_at', 'desc')
      await server
        .db('webhooks')
        .where('workspace', workspace.id)
        .whereNotIn('id', newest.limit(8).select('id'))
        .update({ deleted_at: new Date() })
      const url = `https://93.184.216.34/${make.id()}`
      return (await made(`/api/workspaces/${workspace.slug}/webhooks/`, { url, issue: true })).id
    },
    deliveryId: async (_, { webhookId }) =>
      (await made(`/api/workspaces/${workspace.slug}/webhooks/${webhookId}/test/`, {})).id,
    invitationId: async () => {
      const email = `${make.id()}@quay.example`
      const at = `/api/workspaces/${workspace.slug}/invitations/`
      await made(at, { emails: [{ email, role: 15 }] })
      const { body } = await admin.get<(Named & { email: string })[]>(at)
      return body.find(one => one.email === email)!.id
    },
    sessionId: async () => {
      const key = await openSession(server.db, admin.id, 'product', 1, { userAgent: 'x', address: 'x' })
      const made = await server.db('sessions').where('key_hash', hashOf(key)).first<Named>('id')
      return made.id
    },
    accountId: async () => {
      const id = make.id()
      const row = { id, user: admin.id, provider: 'github', provider_account_id: id }
      await server.db('connected_accounts').insert(row)
      return id
    },
    subscriptionId: async () => {
      const key = await openSession(server.db, admin.id, 'product', 1, { userAgent: 'x', address: 'x' })
      const { id: session } = await server.db('sessions').where('key_hash', hashOf(key)).first<Named>('id')
      const id = make.id()
      const row = { id, session, user: admin.id, endpoint: id, p256dh: '', auth: '', user_agent: '' }
      await server.db('push_subscriptions').insert(row)
      return id
    },
    importId: async () => {
      const id = make.id()
      const row = {
        id,
        workspace: workspace.id,
        owner: admin.id,
        source: 'csv',
        name: 'list.csv',
        state: 'matching',
      }
      await server.db('imports').insert(row)
      return id
    },
    adminId: async () => make.id(),
    provider: async () => 'github',
    tokenId: async () => (await make.token(admin, workspace.slug)).id,
    memberId: member,
    userId: async () => admin.id,
    named: async () => (await make.issue(admin, path)).id,
    reaction: async () => '128077',
    cycleId: route => planned(route, 'cycles', { name: 'Spring' }),
    moduleId: route => planned(route, 'modules', { name: `Quay ${make.id()}`, status: 'completed' }),
    viewId: async route => {
      const at = route.path.includes('/projects/') ? path : `/api/workspaces/${workspace.slug}`
      const { id } = await made(`${at}/views/`, { name: 'Overdue' })
      // A row that is let go was kept before.
      if (route.path.includes('user-favorite'))
        for (const who of [admin, team.member]) await who?.post(`${path}/user-favorite-views/`, { view: id })
      return id
    },
    analyticViewId: async route => {
      const { id } = await made(`/api/workspaces/${workspace.slug}/analytic-view/`, {
        name: 'Open by person',
        query_dict: { x_axis: 'priority', y_axis: 'issue_count' },
      })
      if (route.path.endsWith('/restore/'))
        await admin.delete(`/api/workspaces/${workspace.slug}/analytic-view/${id}/`)
      return id
    },
    stateId: async () =>
      (await made(`${path}/states/`, { name: make.id(), color: '#ffffff', group: 'started' })).id,
    labelId: async () => (await made(`${path}/issue-labels/`, { name: make.id() })).id,
    draftId: async () => (await made(`${path}/issue-drafts/`, { name: 'Later' })).id,
    estimateId: async () =>
      (
        await made(`${path}/estimates/`, {
          estimate: {},
          estimate_points: ['S', 'M', 'L'].map((value, key) => ({ key, value })),
        })
      ).id,
    pointId: async (_, { estimateId }) =>
      ((await server.db('estimate_points').where('estimate', estimateId).first('id')) as Named).id,
    projectId: async () => project.id,
    cover: async () => 'waves-blue',
    intakeIssueId: async () => {
      await withIntake()
      return (await made(`${path}/inbox-issues/`, { issue: { name: 'A leak' } })).id
    },
    intakeId: async () => (await made(`${path}/inboxes/`, { name: make.id().slice(-12) })).id,
    anchor: async () => {
      await withIntake()
      const { body } = await admin.patch<{ anchor: string }>(`${path}/intake-settings/`, {
        is_form_enabled: true,
      })
      return body.anchor
    },
  }
  const withIntake = () => admin.patch(`${path}/`, { inbox_view: true })
  /** Another project with the same people in it: for calls after which nothing of it is there. */
  const another = async (route: Route) => {
    const twin = await make.project(admin, workspace.slug)
    const { body } = await admin.get<{ member: string; role: number }[]>(`${path}/members/`)
    const members = body.flatMap(({ member: id, role }) => (id === admin.id ? [] : [{ member_id: id, role }]))
    if (members.length > 0) await admin.post(`${twin.path}/members/`, { members })
    if (route.path.endsWith('/archive/') && route.method === 'DELETE')
      await admin.post(`${twin.path}/archive/`)
    return twin.id
  }
  const fromBody = async (name: string, params: Record<string, string>) => {
    const maker = makerOf(name, Object.keys(params))
    return maker && (await made(fill(maker[1].path, params), bodies[maker[0]] as Record<string, unknown>)).id
  }
  return async (route: Route): Promise<Record<string, string>> => {
    const wanted = [...route.path.matchAll(/:(\w+)/g)].map(match => match[1]!)
    // A call that ends a workspace, or being in it, ends one that nobody else needs.
    const isLast = /\/:ws\/$/.test(route.path) && route.method === 'DELETE'
    const isLeft = route.path.endsWith('/leave/') && !wanted.includes('p')
    const ends = (route.archived && route.method !== 'PATCH') || route.path.endsWith('/members/leave/')
    const params: Record<string, string> = {
      ws: isLast || isLeft ? await spare() : workspace.slug,
      p: ends ? await another(route) : project.id,
    }
    const ofPage = wanted.includes('pageId')
    const issue = wanted.some(
      name => ['issueId', 'assetId', 'entityId'].includes(name) || (!ofPage && name in ofIssue),
    )
      ? await make.issue(admin, path)
      : null
    if (issue) Object.assign(params, { issueId: issue.id, entityId: issue.id })
    if (issue && wanted.includes('assetId')) params.assetId = (await file(route, issue.id)).asset_id
    for (const name of wanted) {
      const at = `${path}/issues/${issue?.id}`
      const value =
        (issue && (await ofIssue[name]?.(at))) ??
        (await others[name]?.(route, params)) ??
        (params[name] ? undefined : await fromBody(name, params))
      if (value) params[name] = value
      else if (!params[name]) throw new Error(`nothing is made for :${name}`)
    }
    // Only what is deleted can be restored.
    if (/:(\w+)\/restore\/$/.test(route.path))
      await admin.delete(fill(route.path, params).replace('restore/', ''))
    return params
  }
}

export const fill = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '-')
