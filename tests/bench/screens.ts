import { closeBrowser, type Seat, seat } from '../support/browser.ts'
import { type Figure, percentile, spread } from './measure.ts'
import type { BenchWorld } from './world.ts'

const firstRows = '[data-issue], [data-number]'

/** From the address to the first rows; warm, as for someone who was here before. */
const opened = async ({ page }: Seat, address: string): Promise<number> => {
  const from = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(firstRows).first().waitFor()
  return performance.now() - from
}

/** Intervals between frames while the longest part of the screen is scrolled for two seconds. */
const scrolled = ({ page }: Seat): Promise<number[]> =>
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
      await new Promise<void>(resolve => requestAnimationFrame(() => resolve()))
      const now = performance.now()
      frames.push(now - last)
      last = now
    }
    return frames.slice(2)
  })

const heap = async ({ context, page }: Seat): Promise<number> => {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return usedSize / 1024 / 1024
}

const LAYOUTS = ['list', 'kanban', 'spreadsheet', 'gantt_chart', 'calendar']

/** Every screen that lists issues, on the project of this many. */
export const screens = async ({ team, origin }: BenchWorld, issues: number): Promise<Figure[]> => {
  const who = await seat(origin)
  await who.context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id') ?? '', url: origin },
  ])
  const project = `/${team.workspace.slug}/projects/${team.project.id}/issues`
  const addresses: [string, string][] = [
    ...LAYOUTS.map((layout): [string, string] => [
      layout,
      `${project}?layout=${layout}&group_by=state_id&order_by=sort_order`,
    ]),
    ['board with lanes', `${project}?layout=kanban&group_by=state_id&sub_group_by=priority`],
    ['workspace view', `/${team.workspace.slug}/workspace-views/all-issues?layout=spreadsheet`],
    ['profile', `/${team.workspace.slug}/profile/${team.admin.id}/created?layout=list`],
  ]
  const figures: Figure[] = []
  await opened(who, project)
  for (const [name, address] of addresses) {
    const measure = `${name}, ${issues} issues: first rows`
    const samples: number[] = []
    try {
      for (let n = 0; n < 3; n++) samples.push(await opened(who, address))
    } catch {
      figures.push({ measure, aim: '1 s', value: 'not within 15 s', n: samples.length })
      continue
    }
    const frames = await scrolled(who)
    figures.push({
      measure,
      aim: '1 s',
      value: `p50 ${percentile(samples, 0.5).toFixed(0)} ms`,
      n: samples.length,
      note: `frames while scrolling ${frames.length > 0 ? spread(frames) : 'nothing to scroll'} (aim 16.7), heap ${Math.round(await heap(who))} MB`,
    })
  }
  figures.push(...(await switches(who, project)))
  await closeBrowser()
  return figures
}

/** From a key to the frame in which the next layout, or the filtered list, stands. */
const switches = async (who: Seat, project: string): Promise<Figure[]> => {
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
  await opened(who, `${project}?layout=list&group_by=state_id&order_by=sort_order`)
  await page.waitForTimeout(2_500)
  const changes: number[] = []
  for (let n = 0; n < 5; n++)
    for (const [at, layout] of LAYOUTS.entries()) {
      const key = ['1', '2', '4', '5', '3'][at] ?? '1'
      changes.push(await until(() => page.keyboard.press(key), layout))
      await page.waitForTimeout(150)
    }
  await opened(who, `${project}?layout=list&group_by=state_id&order_by=sort_order`)
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
