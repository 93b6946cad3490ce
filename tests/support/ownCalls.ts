import type { build } from './build.ts'
import { notified } from './notified.ts'
import type { Call } from './repeatedCalls.ts'
import type { TestServer } from './server.ts'

type Make = ReturnType<typeof build>
type Team = Awaited<ReturnType<Make['team']>>

/**
 * For each write on a person's own rows (home, quick links, jobs, note, notifications), and on webhooks, that answers a body, one call that
 * succeeds.
 */
export const ownCalls = (
  server: () => TestServer,
  make: () => Make,
  team: () => Team,
): Record<string, () => Promise<Call>> => {
  const space = () => `/api/workspaces/${team().workspace.slug}`
  const news = async () => {
    const issue = await make().issue(team().admin, team().path)
    return `${space()}/users/notifications/${await notified(server(), team().admin.id, issue.id)}/`
  }
  const webhook = async () => {
    const url = `https://93.184.216.34/${make().id()}`
    return (await team().admin.post<{ id: string }>(`${space()}/webhooks/`, { url })).body.id
  }
  return {
    'home.updateWidget': async () => {
      const { body } = await team().admin.get<{ dashboard: { id: string }; widgets: { id: string }[] }>(
        `${space()}/dashboard/?dashboard_type=home`,
      )
      const path = `/api/dashboard/${body.dashboard.id}/widgets/${body.widgets[0]!.id}/`
      return { path, body: { is_visible: false } }
    },
    'quickLinks.create': async () => ({
      path: `${space()}/quick-links/`,
      body: { url: 'https://tides.example' },
    }),
    'quickLinks.update': async () => {
      const at = `${space()}/quick-links/`
      const { id } = (await team().admin.post<{ id: string }>(at, { url: 'https://tides.example' })).body
      return { path: `${at}${id}/`, body: { title: 'Tides' } }
    },
    'webhooks.update': async () => ({
      path: `${space()}/webhooks/${await webhook()}/`,
      body: { issue: true },
    }),
    'webhooks.test': async () => ({ path: `${space()}/webhooks/${await webhook()}/test/` }),
    'webhooks.resend': async () => {
      const at = `${space()}/webhooks/${await webhook()}`
      const { id } = (await team().admin.post<{ id: string }>(`${at}/test/`)).body
      return { path: `${at}/deliveries/${id}/resend/` }
    },
    'jobs.exportIssues': async () => ({ path: `${space()}/export-issues/`, body: { provider: 'csv' } }),
    'jobs.cancel': async () => {
      const id = make().id()
      const row = {
        id,
        kind: 'export_issues',
        input: {},
        user: team().admin.id,
        workspace: team().workspace.id,
      }
      await server().db('jobs').insert(row)
      return { path: `${space()}/jobs/${id}/cancel/` }
    },
    'privateNotes.write': async () => ({ path: `${space()}/private-note/`, body: { text: 'Neap' } }),
    'notifications.markAllRead': async () => ({
      path: `${space()}/users/notifications/mark-all-read/`,
      body: {},
    }),
    'notifications.snooze': async () => ({
      path: await news(),
      body: { snoozed_till: '2031-01-01T09:00:00Z' },
    }),
    'notifications.read': async () => ({ path: `${await news()}read/` }),
    'notifications.unreadOne': async () => ({ path: `${await news()}read/` }),
    'notifications.archive': async () => ({ path: `${await news()}archive/` }),
    'notifications.unarchive': async () => ({ path: `${await news()}archive/` }),
  }
}
