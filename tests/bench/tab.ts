import type { Page } from 'playwright-core'
import { fillProject } from '../../migrations/populate.ts'
import { closeBrowser, type Seat } from '../support/browser.ts'
import type { Figure } from './measure.ts'
import { sit } from './sit.ts'
import type { BenchWorld } from './world.ts'

const WARM = 20
const LAYOUTS = ['1', '2', '3', '4', '5']

const heap = async ({ context, page }: Seat): Promise<number> => {
  const session = await context.newCDPSession(page)
  // Twice: objects that end with the first collection may have held others that the second takes.
  for (let n = 0; n < 2; n++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return usedSize / 1024 / 1024
}

const shown = (page: Page) => page.locator('[data-issue]').first().waitFor()

/** One round of work: another layout, a scroll to the end and back, an issue opened and closed, and an edit. */
const round = async (page: Page, n: number) => {
  await page.keyboard.press(LAYOUTS[n % LAYOUTS.length] ?? '1')
  await shown(page)
  await page.evaluate(async () => {
    const scrollers = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      node =>
        node.scrollHeight > node.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(node).overflowY),
    )
    const longest = scrollers.sort((a, b) => b.scrollHeight - a.scrollHeight)[0]
    for (const at of [0.3, 0.6, 1, 0]) {
      if (longest) longest.scrollTop = at * longest.scrollHeight
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })
  if (n % LAYOUTS.length > 1) return
  const title = page.locator('[data-issue] [data-title]').nth(n % 7)
  await title.focus()
  await page.keyboard.press('p')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press(String((n % 5) + 1))
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  await page
    .locator('[data-issue] [data-title]')
    .nth(n % 7)
    .focus()
  await page.keyboard.press('Space')
  await page.locator('textarea[aria-label="Title"]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('textarea[aria-label="Title"]').waitFor({ state: 'detached' })
}

/** The memory of a tab after this many rounds of work, against that when all of its parts had been loaded. */
export const tabMemory = async (
  { make, team, db, origin }: BenchWorld,
  rounds = 200,
  issues = 1_000,
): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug)
  await fillProject(db, project.id, issues)
  const who = await sit({ origin, team })
  const { page } = who
  await page.goto(
    `${origin}/${team.workspace.slug}/projects/${project.id}/issues?layout=list&group_by=state_id`,
  )
  await shown(page)
  await page.waitForTimeout(3_000)
  for (let n = 0; n < WARM; n++) await round(page, n)
  const before = await heap(who)
  const quarters: number[] = []
  for (let n = 1; n <= rounds; n++) {
    await round(page, n)
    if (n % (rounds / 4) === 0) quarters.push(await heap(who))
  }
  const after = quarters.at(-1) ?? Number.NaN
  await closeBrowser()
  return [
    {
      measure: `a tab after ${rounds} rounds of work on ${issues} issues`,
      aim: '+10 MB',
      value: `${before.toFixed(1)} MB -> ${after.toFixed(1)} MB`,
      n: rounds,
      note: `heap after a collection, at the start after ${WARM} rounds; by quarters ${quarters.map(size => size.toFixed(1)).join(', ')}`,
    },
  ]
}
