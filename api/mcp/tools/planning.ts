import { z } from 'zod'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import { cycleRoutes } from '#contract/planning/cycles.ts'
import { type Issue, issueRoutes } from '#contract/work/issues.ts'
import { Mistake } from '../directory.ts'
import { issueTable } from '../rows.ts'
import { type Asked, dayOrNull, dryRun, isRehearsed, MOST_ISSUES, name, tool } from '../tool.ts'

const cycleRow = async (id: string, p: string, { call, directory, address }: Asked) => {
  const params = { p, cycleId: id }
  const { answer } = await call(cycleRoutes.get, { params })
  const list = await call(issueListRoutes.cycle, { params, query: { per_page: '100' } })
  return {
    id,
    name: answer.name,
    status: answer.status,
    start: answer.start_date?.slice(0, 10) ?? null,
    end: answer.end_date?.slice(0, 10) ?? null,
    total_issues: list.answer.total_results,
    completed_issues: answer.completed_issues,
    ...(await issueTable(directory, list.answer.results as Issue[])),
    url: address(`projects/${p}/cycles/${id}`),
  }
}

export const planCycle = tool({
  name: 'plan_cycle',
  title: 'Plan a cycle',
  description:
    'Makes a cycle (without `cycle`) or changes one, and moves issues into and out of it; answers the cycle with its issues.',
  does: 'sets',
  input: z.object({
    project: name,
    cycle: name.optional().describe('Name, id or `current`; a new one without it.'),
    name: name.optional(),
    start: dayOrNull.optional(),
    end: dayOrNull.optional(),
    add: z.array(z.string().max(64)).max(MOST_ISSUES).optional().describe('Keys of issues.'),
    remove: z.array(z.string().max(64)).max(MOST_ISSUES).optional(),
    dry_run: dryRun,
  }),
  run: async (given, asked) => {
    const { call, directory } = asked
    const { id: p } = await directory.project(given.project)
    const cycle = given.cycle === undefined ? null : await directory.cycle(given.cycle, p)
    if (!cycle && given.name === undefined) throw new Mistake('A new cycle needs a `name`.')
    const issuesOf = async (keys: string[] = []) => {
      const issues: Issue[] = []
      for (const key of new Set(keys)) issues.push(await directory.issue(key))
      const foreign = issues.find(issue => issue.project_id !== p)
      if (foreign)
        throw new Mistake(`"${foreign.name}" is an issue of another project: a cycle holds those of its own.`)
      return issues
    }
    const [added, removed] = [await issuesOf(given.add), await issuesOf(given.remove)]
    if (isRehearsed(added.length + removed.length, given.dry_run))
      return {
        dry_run: true,
        written: 0,
        would: cycle ? `change the cycle ${cycle.name}` : `make the cycle ${given.name}`,
        would_add: added.length,
        would_remove: removed.length,
        ...(await issueTable(directory, [...added, ...removed])),
      }
    const dates = {
      ...(given.start === undefined ? {} : { start_date: given.start }),
      ...(given.end === undefined ? {} : { end_date: given.end }),
    }
    const named = given.name === undefined ? {} : { name: given.name }
    const cycleId =
      cycle?.id ??
      (await call(cycleRoutes.create, { params: { p }, body: { ...dates, name: given.name! } })).answer.id
    if (cycle && Object.keys({ ...dates, ...named }).length > 0)
      await call(cycleRoutes.update, { params: { p, cycleId }, body: { ...dates, ...named } })
    const updates = [
      ...added.map(({ id }) => ({ id, cycle_id: cycleId })),
      ...removed.filter(one => one.cycle_id === cycleId).map(({ id }) => ({ id, cycle_id: null })),
    ]
    if (updates.length > 0)
      await call(issueRoutes.bulkUpdate, { params: { p }, body: { issue_ids: [], updates } })
    return cycleRow(cycleId, p, asked)
  },
})
