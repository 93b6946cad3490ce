import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { fillProject } from '../../migrations/populate.ts'
import { closeBrowser, seat } from '../support/browser.ts'
import { type Figure, percentile, spread } from './measure.ts'
import { opened, type Screen, scrolled } from './screens.ts'
import type { BenchWorld } from './world.ts'

/** So many issues are in the cycle, and as many in the module. */
const HELD = 1_000
const ENTRIES = 500
const TOGETHER = 20
const TIMES = 8

/** A project of this many, with a cycle under way, a module and views among five hundred others. */
const furnish = async ({ make, team, db }: BenchWorld, issues: number) => {
  const { admin } = team
  const { path, id } = await make.project(admin, team.workspace.slug)
  await admin.patch(`${path}/`, { cycle_view: true, module_view: true, issue_views_view: true })
  await fillProject(db, id, issues)
  await db.raw('vacuum analyze issues')
  const post = async (to: string, body: object) => {
    const answer = await admin.post<{ id: string }>(`${path}/${to}/`, body)
    if (answer.status >= 300) throw new Error(`${to}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const today = dayIn('UTC')
  const cycle = await post('cycles', {
    name: 'Spring',
    start_date: addDays(today, -6),
    end_date: addDays(today, 7),
  })
  const module = await post('modules', { name: 'Sill' })
  const ids: string[] = await db('issues')
    .where('project_id', id)
    .orderBy('sequence_id')
    .limit(HELD)
    .pluck('id')
  await post(`cycles/${cycle.id}/cycle-issues`, { issues: ids })
  await post(`modules/${module.id}/issues`, { issues: ids })
  const view = await post('views', {
    name: 'Pressing',
    filters: { priority: ['urgent', 'high'] },
    display_filters: { layout: 'list', group_by: 'state' },
  })
  for (let n = 1; n < ENTRIES; n += TOGETHER)
    await Promise.all(
      Array.from({ length: Math.min(TOGETHER, ENTRIES - n) }, async (_, at) => {
        await post('cycles', { name: `Cycle ${n + at}` })
        await post('modules', { name: `Module ${n + at}` })
      }),
    )
  return { at: `/${team.workspace.slug}/projects/${id}`, cycle, module, view }
}

/** Every screen of planning, on a project of this many. */
export const planningScreens = async (bench: BenchWorld, issues: number): Promise<Figure[]> => {
  const { team, origin } = bench
  const { at, cycle, module, view } = await furnish(bench, issues)
  const who = await seat(origin)
  await who.context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id') ?? '', url: origin },
  ])
  const all: (Screen & { aimMs: number })[] = [
    { name: `cycle of ${HELD}`, address: `${at}/cycles/${cycle.id}`, aimMs: 500 },
    { name: `module of ${HELD}`, address: `${at}/modules/${module.id}`, aimMs: 500 },
    { name: 'saved view', address: `${at}/views/${view.id}`, aimMs: 500 },
    { name: 'planner', address: `${at}/planner`, aimMs: 500 },
    { name: 'views', address: `${at}/views`, rows: '[data-view]', aimMs: 500 },
    { name: `${ENTRIES} cycles`, address: `${at}/cycles`, rows: 'main [role=listitem], main li', aimMs: 500 },
    {
      name: `${ENTRIES} modules`,
      address: `${at}/modules`,
      rows: 'main [role=listitem], main li',
      aimMs: 500,
    },
  ]
  const figures: Figure[] = []
  // Whoever measures was here before: what the program is made of is there.
  for (const screen of all) await opened(who, screen)
  // What any screen takes on this machine: one that asks for nothing of the project.
  const plain: number[] = []
  for (let n = 0; n < TIMES; n++)
    plain.push((await opened(who, { address: `/${team.workspace.slug}/projects`, rows: 'main a' })).shown)
  for (const { aimMs, ...screen } of all) {
    const shown: number[] = []
    for (let n = 0; n < TIMES; n++) shown.push((await opened(who, screen)).shown)
    const frames = await scrolled(who)
    figures.push({
      measure: `${screen.name}, ${issues} issues: first rows`,
      aim: `p95 ${aimMs} ms`,
      value: spread(shown),
      n: shown.length,
      note: `the list of projects: ${spread(plain)}, least ${percentile(plain, 0).toFixed(0)} ms; frames while scrolling ${frames.length > 0 ? spread(frames) : 'nothing to scroll'} (aim 16.7)`,
    })
  }
  await closeBrowser()
  return figures
}
