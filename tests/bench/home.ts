import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { fillProject } from '../../migrations/populate.ts'
import { type Figure, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

/** A home and a person’s work where somebody has one issue of fifty: a thousand of fifty thousand. */
export const home = async ({ make, team, db }: BenchWorld, issues: number): Promise<Figure[]> => {
  const { slug } = team.workspace
  const { id } = await make.project(team.admin, slug)
  await fillProject(db, id, issues)
  const me = team.admin.id
  await db('issues')
    .where('project_id', id)
    .whereRaw('sequence_id % 50 = 0')
    .update({ assignee_ids: [me], created_by: me })
  await db.raw('vacuum analyze issues, issue_activities')
  const ws = `/api/workspaces/${slug}`
  const { body } = await team.admin.get<{ dashboard: { id: string } }>(`${ws}/dashboard/?dashboard_type=home`)
  const widget = (query: string) => `${ws}/dashboard/${body.dashboard.id}/?widget_key=${query}`
  const today = dayIn('UTC')
  const asked = {
    'a home': `${ws}/dashboard/?dashboard_type=home`,
    overview_stats: widget('overview_stats'),
    assigned_issues: widget('assigned_issues&issue_type=pending&expand=issue_relation'),
    created_issues: widget('created_issues&issue_type=overdue'),
    issues_by_state_groups: widget('issues_by_state_groups'),
    issues_by_priority: widget('issues_by_priority'),
    recent_activity: widget('recent_activity'),
    recent_projects: widget('recent_projects'),
    recent_collaborators: widget('recent_collaborators'),
    'user-stats': `${ws}/user-stats/${me}/`,
    'user-profile': `${ws}/user-profile/${me}/`,
    'days of work': `${ws}/user-activity/${me}/days/?from=${addDays(today, -41)}&to=${today}`,
  }
  const figures: Figure[] = []
  for (const [name, address] of Object.entries(asked)) {
    const ask = () => team.admin.get(address)
    await timed(3, ask)
    const samples = await timed(20, ask)
    figures.push({
      measure: `${name} at ${issues} issues`,
      aim: 'p95 100 ms',
      value: spread(samples),
      n: samples.length,
    })
  }
  return figures
}
