import { addDays, dayIn } from '../../api/contract/people/zones.ts'
import { fillProject } from '../../migrations/populate.ts'
import { closeBrowser, type Seat } from '../support/browser.ts'
import { type Figure, percentile, spread } from './measure.ts'
import { largeCycle } from './planning.ts'
import { opened, type Screen, scrolled, scrolledBare } from './screens.ts'
import { sit } from './sit.ts'
import type { BenchWorld } from './world.ts'

/** So many issues are in the cycle, and as many in the module. */
const HELD = 1_000
const ENTRIES = 500
const TOGETHER = 20
const TIMES = 20
const CHANGES = 40
/**
 * Each of a screen that was just opened. The browser collects its garbage of several starts at once, for 200 ms: of the frames
 * of one scroll that is a tenth.
 */
const SCROLLS = 5
/** A part that has not come by then does not come. */
const LONGEST_MS = 20_000

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
  const { team } = bench
  const { at, cycle, module, view } = await furnish(bench, issues)
  const who = await sit(bench, { ahead: true })
  const all: (Screen & { aimMs: number })[] = [
    { name: `cycle of ${HELD}`, address: `${at}/cycles/${cycle.id}`, aimMs: 500 },
    { name: `module of ${HELD}`, address: `${at}/modules/${module.id}`, aimMs: 500 },
    { name: 'saved view', address: `${at}/views/${view.id}`, aimMs: 500 },
    { name: 'planner', address: `${at}/planner`, aimMs: 500 },
    {
      name: 'active cycles',
      address: `/${team.workspace.slug}/active-cycles`,
      rows: 'main [role=slider]',
      aimMs: 500,
    },
    { name: 'views', address: `${at}/views`, rows: '[data-row]', aimMs: 500 },
    { name: `${ENTRIES} cycles`, address: `${at}/cycles`, rows: 'main [role=listitem], main li', aimMs: 300 },
    {
      name: `${ENTRIES} modules`,
      address: `${at}/modules`,
      rows: 'main [role=listitem], main li',
      aimMs: 300,
    },
  ]
  const figures: Figure[] = []
  // The measuring browser was here before: the program's files are there.
  for (const screen of all) await opened(who, screen)
  // The cost of any screen on this machine: one that asks for nothing of the project.
  const projects = { address: `/${team.workspace.slug}/projects`, rows: 'main a' }
  const plain: number[] = []
  for (let n = 0; n < TIMES; n++) plain.push((await opened(who, projects)).shown)
  // The worker comes a second behind a first load, and keeps what that has loaded.
  const beside = await sit(bench, { startsOffline: true })
  for (let n = 0; n < 4; n++) await opened(beside, projects)
  const kept: number[] = []
  for (let n = 0; n < TIMES; n++) kept.push((await opened(beside, projects)).shown)
  await beside.context.close()
  const bare = await scrolledBare(who)
  for (const { aimMs, ...screen } of all) {
    const shown: number[] = []
    for (let n = 0; n < TIMES; n++) shown.push((await opened(who, screen)).shown)
    const frames = await scrolled(who)
    for (let n = 1; n < SCROLLS && frames.length > 0; n++) {
      await opened(who, screen)
      frames.push(...(await scrolled(who)))
    }
    figures.push({
      measure: `${screen.name}, ${issues} issues: first rows`,
      aim: `p95 ${aimMs} ms`,
      value: spread(shown),
      n: shown.length,
      note: `the list of projects: ${spread(plain)}, least ${percentile(plain, 0).toFixed(0)} ms; frames while scrolling ${frames.length > 0 ? spread(frames) : 'nothing to scroll'} (aim 16.7; a bare page: ${bare})`,
    })
  }
  figures.push({
    measure: 'list of projects with the service worker: first rows',
    aim: 'p95 300 ms',
    value: spread(kept),
    n: kept.length,
    note: `without one: ${spread(plain)}`,
  })
  figures.push(await chartFollows(bench, who))
  await closeBrowser()
  return figures
}

/** From a call of somebody else until a chart that is open in this browser shows what has changed. */
const chartFollows = async (bench: BenchWorld, who: Seat): Promise<Figure> => {
  const { team } = bench
  const { page } = who
  const { path, projectId, cycleId, held } = await largeCycle(bench)
  await page.goto(`/${team.workspace.slug}/projects/${projectId}/cycles/${cycleId}`)
  await page.getByRole('slider').first().waitFor()
  const states = (await team.admin.get<{ id: string; group: string }[]>(`${path}/states/`)).body
  const stateOf = (group: string) => states.find(one => one.group === group)?.id
  const move = async (issue: string | undefined, group: string) => {
    const answer = await team.admin.patch(`${path}/issues/${issue}/`, { state_id: stateOf(group) })
    if (answer.status >= 300) throw new Error(`a state: ${JSON.stringify(answer.body)}`)
  }
  // Each change that is measured is to be seen: those issues are all open before.
  for (const issue of held.slice(0, CHANGES / 2)) await move(issue, 'unstarted')
  await page.reload()
  await page.getByRole('slider').first().waitFor()
  await page.locator('[data-issue]').first().waitFor()
  // It has been open for a while: what is fetched behind the first rows is there.
  await page.waitForLoadState('networkidle')
  const samples: number[] = []
  for (let n = 0; n < CHANGES; n++) {
    await page.evaluate(longest => {
      const slider = document.querySelector('[role=slider]')
      Object.assign(window, {
        followed: new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error('the chart has not followed')), longest)
          const seen = new MutationObserver(() => {
            seen.disconnect()
            resolve(Date.now())
          })
          if (slider) seen.observe(slider, { attributeFilter: ['aria-valuetext'] })
        }),
      })
    }, LONGEST_MS)
    const from = Date.now()
    await move(held[n >> 1], n % 2 ? 'unstarted' : 'completed')
    const shown = await page.evaluate(() => (window as unknown as { followed: Promise<number> }).followed)
    samples.push(shown - from)
  }
  return {
    measure: `a change of one of ${held.length} issues on an open chart of another browser`,
    aim: 'p95 100 ms',
    value: spread(samples),
    n: samples.length,
    note: 'from the call to what the chart says; 20,000 changes before',
  }
}
