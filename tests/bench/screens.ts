import { closeBrowser, type Seat } from '../support/browser.ts'
import { type Figure, percentile, spread } from './measure.ts'
import { sit } from './sit.ts'
import type { BenchWorld } from './world.ts'

export type Screen = {
  name: string
  address: string
  /** The element that is there once the screen shows its content. */
  rows?: string
}
const ISSUE_ROWS = '[data-issue], [data-number]'

/** Runs in the page before its own scripts: says once the frame that shows the rows has been drawn. */
const watchRows = (rows: string) => {
  const { tellRows } = window as unknown as { tellRows: (ms: string) => void }
  const look = new MutationObserver(() => {
    if (!document.querySelector(rows)) return
    look.disconnect()
    requestAnimationFrame(() => setTimeout(() => tellRows(String(performance.now()))))
  })
  look.observe(document, { childList: true, subtree: true })
}

/**
 * From the address to the first paint and to the first rows; warm, as for someone who was here before. The page itself
 * says when: a browser that is asked for rows from outside is sent 300 KB of script for it, and reads them meanwhile.
 */
export const opened = async (
  { context, page }: Seat,
  { address, rows = ISSUE_ROWS }: Omit<Screen, 'name'>,
) => {
  const session = await context.newCDPSession(page)
  await session.send('Page.enable')
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'tellRows' })
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watchRows})(${JSON.stringify(rows)})`,
  })
  const told = new Promise<number>((resolve, reject) => {
    session.on('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)))
    setTimeout(() => reject(new Error(`${address} shows nothing`)), LONGEST_MS).unref()
  })
  await page.goto(address, { waitUntil: 'commit' })
  const shown = await told
  await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await session.detach()
  // It may be there a moment before it is painted.
  const painted = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const told = new PerformanceObserver(list => {
          const [first] = list.getEntriesByName('first-contentful-paint')
          if (first) resolve(first.startTime)
        })
        told.observe({ type: 'paint', buffered: true })
      }),
  )
  // What the client fetches behind its first rows is no part of the next start.
  await Promise.all([page.waitForTimeout(REST_MS), page.waitForLoadState('networkidle')])
  return { shown, painted }
}
const LONGEST_MS = 20_000
const REST_MS = 1_000

/**
 * Intervals between frames while the longest part of the screen is scrolled for two seconds, by the time that each frame
 * stands for: a clock read in its callback adds what the process did before its turn, up to 3 ms in a bare page.
 */
export const scrolled = ({ page }: Seat): Promise<number[]> =>
  page.evaluate(async () => {
    const scrollers = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      node =>
        node.scrollHeight > node.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(node).overflowY),
    )
    const longest = scrollers.sort((a, b) => b.scrollHeight - a.scrollHeight)[0]
    if (!longest) return []
    const frames: number[] = []
    const end = performance.now() + 2_000
    let last = performance.now()
    while (performance.now() < end) {
      longest.scrollTop += 60
      const now = await new Promise(requestAnimationFrame)
      frames.push(now - last)
      last = now
    }
    return frames.slice(2)
  })

/** The same of a bare page of as many lines as screens have rows: the least that this machine and browser take. */
export const scrolledBare = async (who: Seat): Promise<string> => {
  const lines = Array.from({ length: 500 }, (_, n) => `<div style="height: 36px">Line ${n}</div>`).join('')
  // The product's own policy would forbid the styles.
  await who.page.goto('about:blank')
  await who.page.setContent(`<main><div style="height: 800px; overflow-y: auto">${lines}</div></main>`)
  return spread(await scrolled(who))
}

const heap = async ({ context, page }: Seat): Promise<number> => {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return usedSize / 1024 / 1024
}

const TIMES = 10
const LAYOUTS = ['list', 'kanban', 'spreadsheet', 'gantt_chart', 'calendar']

const ARCHIVED = 1_000
const DRAFTS = 200
const SAID = 300

/** An issue with a long story, drafts and an archive beside the project of this many: the screens open these. */
const furnish = async ({ team, db, make }: BenchWorld): Promise<{ issueId: string }> => {
  const done = (await db('issues')
    .where({ project_id: team.project.id, state__group: 'completed', archived_at: null })
    .limit(ARCHIVED)
    .select('id')) as { id: string }[]
  await team.admin.post(`${team.path}/bulk-archive-issues/`, { issue_ids: done.map(issue => issue.id) })
  for (let n = 0; n < DRAFTS; n++)
    await team.admin.post(`/api/workspaces/${team.workspace.slug}/draft-issues/`, {
      name: `Draft ${n}`,
      project_id: team.project.id,
    })
  const issue = await make.issue(team.admin, team.path)
  for (let n = 0; n < SAID; n++)
    await team.admin.post(`${team.path}/issues/${issue.id}/comments/`, { comment_html: `<p>Word ${n}</p>` })
  return { issueId: issue.id }
}

/** Every screen of issues, on the project of this many. */
export const screens = async (bench: BenchWorld, issues: number): Promise<Figure[]> => {
  const { team, origin } = bench
  const { issueId } = await furnish(bench)
  const who = await sit({ origin, team }, { ahead: true })
  const here = `/${team.workspace.slug}`
  const project = `${here}/projects/${team.project.id}`
  const all: Screen[] = [
    ...LAYOUTS.map(layout => ({
      name: layout,
      address: `${project}/issues?layout=${layout}&group_by=state_id&order_by=sort_order`,
    })),
    {
      name: 'board with lanes',
      address: `${project}/issues?layout=kanban&group_by=state_id&sub_group_by=priority`,
    },
    { name: 'workspace view', address: `${here}/workspace-views/all-issues?layout=spreadsheet` },
    { name: 'profile', address: `${here}/profile/${team.admin.id}/created?layout=list` },
    { name: `archive of ${ARCHIVED}`, address: `${project}/archives/issues` },
    { name: `${DRAFTS} drafts`, address: `${here}/drafts`, rows: '[data-row]' },
    {
      name: `issue with ${SAID} comments`,
      address: `${project}/issues/${issueId}`,
      rows: 'section[aria-label="Activity"] li',
    },
  ]
  const figures: Figure[] = []
  const list = { address: `${project}/issues?layout=list&group_by=state_id&order_by=sort_order` }
  await opened(who, list)
  const bare = await scrolledBare(who)
  for (const screen of all) {
    const measure = `${screen.name}, ${issues} issues: first rows`
    const shown: number[] = []
    const painted: number[] = []
    try {
      for (let n = 0; n < TIMES; n++) {
        const one = await opened(who, screen)
        shown.push(one.shown)
        painted.push(one.painted)
      }
    } catch {
      figures.push({ measure, aim: '1 s', value: 'not within 20 s', n: shown.length })
      continue
    }
    const frames = await scrolled(who)
    figures.push({
      measure,
      aim: '1 s',
      value: spread(shown),
      n: shown.length,
      note: `first paint p50 ${percentile(painted, 0.5).toFixed(0)} ms, frames while scrolling ${frames.length > 0 ? spread(frames) : 'nothing to scroll'} (aim 16.7; a bare page: ${bare}), heap ${Math.round(await heap(who))} MB`,
    })
  }
  figures.push(...(await switches(who, list)), ...(await presses(who, list)))
  await closeBrowser()
  return figures
}

/** From a key to the frame in which the open issue, a picker, or the list without it is drawn. */
const presses = async (who: Seat, list: { address: string }): Promise<Figure[]> => {
  const { page } = who
  const until = async (key: string, shown: string, isThere = true) => {
    const from = performance.now()
    await page.keyboard.press(key)
    await page.waitForFunction(
      ([shown, isThere]) => (document.querySelector(shown) !== null) === isThere,
      [shown, isThere] as const,
      { polling: 'raf' },
    )
    return performance.now() - from
  }
  await opened(who, list)
  await page.waitForTimeout(2_500)
  const [peeks, pickers, picks]: [number[], number[], number[]] = [[], [], []]
  for (let n = 0; n < 8; n++) {
    const title = page.locator('[data-issue] [data-title]').nth(2 + n)
    await title.focus()
    peeks.push(await until('Space', 'textarea[aria-label="Title"]'))
    await page.keyboard.press('Escape')
    await page.locator('textarea[aria-label="Title"]').waitFor({ state: 'detached' })
    await title.focus()
    pickers.push(await until('s', '[role=option]'))
    await page.keyboard.type(n % 2 ? 'todo' : 'progress')
    picks.push(await until('Enter', '[role=option]', false))
    await page.waitForTimeout(300)
  }
  const [first = Number.NaN, ...others] = peeks
  return [
    {
      measure: 'peek of an issue',
      aim: '100 ms',
      value: spread(others),
      n: others.length,
      note: `the first ${first.toFixed(0)} ms`,
    },
    { measure: 'picker of states', aim: '100 ms', value: spread(pickers), n: pickers.length },
    { measure: 'pick of a state', aim: '100 ms', value: spread(picks), n: picks.length },
  ]
}

/** From a key to the frame in which the next layout, or the filtered list, is drawn. */
const switches = async (who: Seat, list: { address: string }): Promise<Figure[]> => {
  const { page } = who
  const until = async (act: () => Promise<unknown>, layout: string) => {
    const from = performance.now()
    await act()
    await page.waitForFunction(
      wanted =>
        new URL(location.href).searchParams.get('layout') === wanted &&
        document.querySelector('[data-issue], [data-number]') !== null,
      layout,
      { polling: 'raf' },
    )
    return performance.now() - from
  }
  await opened(who, list)
  await page.waitForTimeout(2_500)
  const changes: number[] = []
  for (let n = 0; n < 5; n++)
    for (const [at, layout] of LAYOUTS.entries()) {
      const key = ['1', '2', '4', '5', '3'][at] ?? '1'
      changes.push(await until(() => page.keyboard.press(key), layout))
      await page.waitForTimeout(150)
    }
  await opened(who, list)
  const filters: number[] = []
  for (let n = 0; n < 8; n++) {
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Filter by' }).waitFor()
    await page.keyboard.type('prio')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Priority' }).waitFor()
    const count = await page.locator('header h1 + *').textContent()
    const from = performance.now()
    await page.keyboard.press('Enter')
    await page.waitForFunction(old => document.querySelector('header h1 + *')?.textContent !== old, count, {
      polling: 'raf',
    })
    filters.push(performance.now() - from)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.waitForTimeout(300)
  }
  return [
    { measure: 'switch of layout', aim: '100 ms', value: spread(changes), n: changes.length },
    {
      measure: 'change of a filter',
      aim: '100 ms',
      value: spread(filters),
      n: filters.length,
      note: 'from the key to the count of the new list',
    },
  ]
}
