import type { build } from './build.ts'
import type { Call } from './repeatedCalls.ts'

type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>

/** For each write on analytics that answers a body, one call that succeeds. */
export const analyticsCalls = (team: () => Team): Record<string, () => Promise<Call>> => {
  const space = () => `/api/workspaces/${team().workspace.slug}`
  const at = () => `${space()}/analytic-view/`
  const body = { name: 'By person' }
  return {
    'analytics.export': async () => ({
      path: `${space()}/export-analytics/`,
      body: { x_axis: 'priority', y_axis: 'issue_count' },
    }),
    'analyticViews.create': async () => ({ path: at(), body }),
    'analyticViews.update': async () => {
      const { id } = (await team().admin.post<{ id: string }>(at(), body)).body
      return { path: `${at()}${id}/`, body: { name: 'By state' } }
    },
  }
}
