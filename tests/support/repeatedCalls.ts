import { randomUUID } from 'node:crypto'
import type { build, Person } from './build.ts'
import { WORDS } from './pageWorld.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>
export type Call = { path: string; body?: object; by?: Person; headers?: Record<string, string> }

/** For each write about issues that answers a body, one call that succeeds. */
export const issueCalls = (make: () => Make, team: () => Team): Record<string, () => Promise<Call>> => {
  const issue = (fields = {}) => make().issue(team().admin, team().path, fields)
  const unique = () => make().id()
  const fresh = () => issue()
  const at = async (rest: string, body: object): Promise<Call> => ({
    path: `${team().path}/issues/${(await fresh()).id}/${rest}/`,
    body,
  })
  const of = (rest: string, body: object): Call => ({ path: `${team().path}/${rest}/`, body })
  const made = async (rest: string, body: object) => {
    const reply = await team().admin.post<{ id: string }>(`${team().path}/${rest}/`, body)
    if (reply.status >= 300) throw new Error(`${rest}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body.id
  }
  const ended = async () => {
    const states = await team().admin.get<{ id: string; group: string }[]>(`${team().path}/states/`)
    const done = states.body.find(state => state.group === 'completed')!
    return (await issue({ state_id: done.id })).id
  }
  let year = 2000
  /** Gives a cycle days that are past and of no other. */
  const over = async (id: string) => {
    year++
    const days = { start_date: `${year}-01-01`, end_date: `${year}-01-02` }
    await team().admin.patch(`${team().path}/cycles/${id}/`, days)
    return id
  }
  const archived = async () => {
    const id = await ended()
    await made('bulk-archive-issues', { issue_ids: [id] })
    return id
  }
  const deleted = async () => {
    const { id } = await fresh()
    await team().admin.delete(`${team().path}/issues/${id}/`)
    return id
  }
  const space = () => `/api/workspaces/${team().workspace.slug}`
  const comment = () => ({ comment_html: '<p>Aye</p>' })
  const points = { estimate: {}, estimate_points: ['S', 'L'].map((value, key) => ({ key, value })) }
  const view = { display_filters: { layout: 'kanban' } }
  const pilot = async () =>
    (await make().agent(team().admin, team().workspace.slug, [team().project.id])).calls as Person
  const session = async (rest: string, body: object, isOwn: boolean, before?: object): Promise<Call> => {
    const by = await pilot()
    const { id: issueId } = await fresh()
    const sessions = `${team().path}/issues/${issueId}/agent-sessions/`
    const { id } = (await by.post<{ id: string }>(sessions)).body
    if (before) await by.patch(`${sessions}${id}/`, before)
    return { path: `${sessions}${id}/${rest && `${rest}/`}`, body, ...(isOwn ? { by } : {}) }
  }
  return {
    'issues.create': async () => of('issues', { name: 'Buoy' }),
    'issues.upsert': async () => ({
      ...of('issues', { name: 'Buoy', external_id: randomUUID(), external_source: 'ledger' }),
      method: 'PUT',
    }),
    'issues.archive': async () => ({ path: `${team().path}/issues/${await ended()}/archive/` }),
    'issues.addSubIssues': async () => {
      const top = await fresh()
      await issue({ parent_id: top.id })
      const sub_issue_ids = [(await fresh()).id, (await fresh()).id]
      return of(`issues/${top.id}/sub-issues`, { sub_issue_ids })
    },
    'issues.dates': async () =>
      of('issue-dates', { updates: [{ id: (await fresh()).id, start_date: '2026-11-02' }] }),
    'issues.bulkDelete': async () => of('bulk-delete-issues', { issue_ids: [(await fresh()).id] }),
    'issues.bulkRestore': async () => of('bulk-restore-issues', { issue_ids: [await deleted()] }),
    'issues.bulkArchive': async () => of('bulk-archive-issues', { issue_ids: [await ended()] }),
    'issues.bulkUnarchive': async () => of('bulk-archive-issues', { issue_ids: [await archived()] }),
    'activity.subscribe': () => at('subscribe', {}),
    'mutes.muteIssue': () => at('mute', {}),
    'mutes.mutePage': async () => of(`pages/${await made('pages', { name: 'Tides' })}/mute`, {}),
    'pageFiles.exportPages': async () => of('export-pages', { format: 'html' }),
    'pageComments.create': async () =>
      of(`pages/${await made('pages', { name: 'Tides' })}/comments`, { ...comment(), ...WORDS }),
    'pageComments.update': async () => {
      const at = `pages/${await made('pages', { name: 'Tides' })}/comments`
      const commentId = await made(at, { ...comment(), ...WORDS })
      return of(`${at}/${commentId}`, { comment_html: '<p>Nay</p>' })
    },
    'comments.create': () => at('comments', comment()),
    'comments.update': async () => {
      const { id } = await fresh()
      const commentId = await made(`issues/${id}/comments`, comment())
      return of(`issues/${id}/comments/${commentId}`, { comment_html: '<p>Nay</p>' })
    },
    'reactions.addToIssue': () => at('reactions', { reaction: '128077' }),
    'reactions.addToComment': async () => {
      const commentId = await made(`issues/${(await fresh()).id}/comments`, comment())
      return of(`comments/${commentId}/reactions`, { reaction: '128077' })
    },
    'agentSessions.open': async () => ({ ...(await at('agent-sessions', {})), by: await pilot() }),
    'agentSessions.addStep': async () => session('steps', { text: 'Looked' }, true),
    'agentSessions.update': async () => session('', { state: 'finished' }, true),
    'agentSessions.answer': async () =>
      session('answer', { text: 'Yes' }, false, { state: 'waiting', question: 'So?' }),
    'agentSessions.stop': async () => session('stop', {}, false),
    'agentSessions.undo': async () => session('undo', {}, false, { state: 'finished' }),
    'relations.create': async () =>
      at('issue-relation', { relation_type: 'blocked_by', issues: [(await fresh()).id] }),
    'drafts.create': async () => ({ path: `${space()}/draft-issues/`, body: { name: 'Later' } }),
    'drafts.publish': async () => ({
      path: `${space()}/draft-to-issue/${await made('issue-drafts', { name: 'Later' })}/`,
      body: {},
    }),
    'drafts.createInProject': async () => of('issue-drafts', { name: 'Later' }),
    'userProperties.updateOfProject': async () => of('user-properties', view),
    'userProperties.updateOfCycle': async () =>
      of(`cycles/${await made('cycles', { name: 'Spring' })}/user-properties`, view),
    'userProperties.updateOfModule': async () =>
      of(`modules/${await made('modules', { name: unique() })}/user-properties`, view),
    'userProperties.updateOfWorkspace': async () => ({ path: `${space()}/user-properties/`, body: view }),
    'userProperties.updateDisplayProperties': async () =>
      of('issue-display-properties', { properties: { key: false } }),
    'states.update': async () =>
      of(`states/${await made('states', { name: unique(), color: '#ffffff' })}`, { color: '#000000' }),
    'labels.update': async () =>
      of(`issue-labels/${await made('issue-labels', { name: unique() })}`, { name: unique() }),
    'cycles.create': async () => of('cycles', { name: 'Spring' }),
    'cycles.addIssues': async () =>
      of(`cycles/${await made('cycles', { name: 'Spring' })}/cycle-issues`, { issues: [(await fresh()).id] }),
    'cycles.update': async () =>
      of(`cycles/${await made('cycles', { name: 'Spring' })}`, { description: 'Tides' }),
    'cycles.archive': async () =>
      of(`cycles/${await over(await made('cycles', { name: 'Spring' }))}/archive`, {}),
    'cycles.transfer': async () => {
      const id = await made('cycles', { name: 'Spring' })
      await made(`cycles/${id}/cycle-issues`, { issues: [(await fresh()).id] })
      await over(id)
      return of(`cycles/${id}/transfer-issues`, { new_cycle_id: await made('cycles', { name: 'Neap' }) })
    },
    'modules.update': async () =>
      of(`modules/${await made('modules', { name: unique() })}`, { description: 'Tides' }),
    'modules.put': async () =>
      of(`modules/${await made('modules', { name: unique() })}`, { description: 'Tides' }),
    'modules.archive': async () =>
      of(`modules/${await made('modules', { name: unique(), status: 'completed' })}/archive`, {}),
    'moduleLinks.create': async () =>
      of(`modules/${await made('modules', { name: unique() })}/module-links`, {
        url: 'https://tides.example',
      }),
    'moduleLinks.update': async () => {
      const at = `modules/${await made('modules', { name: unique() })}/module-links`
      return of(`${at}/${await made(at, { url: 'https://tides.example' })}`, { title: 'Tides' })
    },
    'modules.create': async () => of('modules', { name: unique() }),
    'modules.addIssues': async () =>
      of(`modules/${await made('modules', { name: unique() })}/issues`, { issues: [(await fresh()).id] }),
    'modules.ofIssue': async () => at('modules', { modules: [await made('modules', { name: unique() })] }),
    'estimates.create': async () => of('estimates', points),
  }
}
