import { expect, test } from 'vitest'
import { IssueTotals } from '../../api/contract/planning/progress.ts'
import { up } from '../../migrations/36_progress.ts'
import { issueTeam } from '../support/issueTeam.ts'
import { startServer } from '../support/server.ts'

test('cycles and modules from before their figures were kept begin with their present contents', async () => {
  const server = await startServer()
  const team = await issueTeam(server)
  const points = await team.points()
  const [cycle, module] = [await team.cycle(), await team.module()]
  const issues: string[] = []
  for (const [n, group] of ['backlog', 'started', 'completed', 'completed'].entries())
    issues.push(
      (
        await team.issue({
          state_id: team.state(group),
          estimate_point: points[n % 3]!.id,
          assignee_ids: [n % 2 ? team.admin.id : team.member.id],
        })
      ).id,
    )
  await team.admin.patch(team.at(issues[1]!), { parent_id: issues[0] })
  await team.admin.post(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues })
  await team.admin.post(`${team.path}/modules/${module}/issues/`, { issues: issues.slice(1) })
  await team.admin.patch(team.at(issues[0]!), { state_id: team.state('completed') })
  const figures = [...Object.keys(IssueTotals.shape), 'people', 'assignee_ids', 'project_id']
  const kept = async () => [
    await server.db('cycle_progress').where('id', cycle).first(figures),
    await server.db('module_progress').where('id', module).first(figures),
  ]
  const sums = async (table: string, id: string) =>
    (await server.db(table).where({ id }).sum({ total: 'total_issues', done: 'completed_issues' }))[0]
  const before = [...(await kept()), await sums('cycle_steps', cycle), await sums('module_steps', module)]
  await server.db.raw(`
    drop table cycle_steps, cycle_progress, module_steps, module_progress, module_links;
    alter table cycles drop column let_go, drop column ended;
    alter table modules drop column let_go`)
  await up(server.db)
  expect([...(await kept()), await sums('cycle_steps', cycle), await sums('module_steps', module)]).toEqual(
    before,
  )
})
