import type { Page } from 'playwright-core'
import { fillProject } from '../../migrations/populate.ts'
import { closeBrowser } from '../support/browser.ts'
import type { Figure } from './measure.ts'
import { sit } from './sit.ts'
import type { BenchWorld } from './world.ts'

type Counted = Window & { drawn: number; commits: number }

// React informs its developer tools of each commit, and marks the components that ran: we listen in their place.
const WATCH = () => {
  type Fiber = {
    tag: number
    flags: number
    child: Fiber | null
    sibling: Fiber | null
    alternate: Fiber | null
  }
  const page = window as unknown as Counted & { __REACT_DEVTOOLS_GLOBAL_HOOK__: object }
  page.drawn = 0
  page.commits = 0
  const COMPONENTS = [0, 1, 11, 15]
  const RAN = 1
  const visit = (now: Fiber, before: Fiber | null) => {
    if (COMPONENTS.includes(now.tag) && now.flags & RAN) page.drawn++
    if (before !== null && now.child === before.child) return
    for (let child = now.child; child; child = child.sibling) visit(child, child.alternate)
  }
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(),
    supportsFiber: true,
    inject: () => 1,
    checkDCE: () => {},
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
      page.commits++
      visit(root.current, root.current.alternate)
    },
  }
}

/** Until nothing has been drawn for a while. */
const still = (page: Page) =>
  page.evaluate(async () => {
    const counted = window as unknown as Counted
    let last = -1
    while (last !== counted.commits) {
      last = counted.commits
      await new Promise(resolve => setTimeout(resolve, 400))
    }
  })

const LAYOUTS = ['list', 'kanban', 'spreadsheet']

/** How many components run when someone else changes one row, on a project of this many issues. */
export const redraws = async ({ make, team, db, origin }: BenchWorld, issues = 1_000): Promise<Figure[]> => {
  const project = await make.project(team.admin, team.workspace.slug, {
    module_view: true,
    cycle_view: true,
  })
  const path = `/api/workspaces/${team.workspace.slug}/projects/${project.id}`
  await fillProject(db, project.id, issues)
  const made = async (address: string, body: object) =>
    (await team.admin.post<{ id: string }>(`${path}/${address}/`, body)).body.id
  const [shown, unshown] = [
    await made('issue-labels', { name: 'Shown once' }),
    await made('issue-labels', { name: 'Shown nowhere' }),
  ]
  const [first] = (await db('issues')
    .where({ project_id: project.id, priority: 'urgent' })
    .orderBy('sort_order')
    .limit(1)
    .select('id')) as { id: string }[]
  const [idle] = (await db('states')
    .where({ project_id: project.id, group: 'cancelled' })
    .limit(1)
    .select('id')) as { id: string }[]
  await team.admin.patch(`${path}/issues/${first!.id}/`, {
    label_ids: [shown],
    assignee_ids: [team.admin.id],
  })
  const who = await sit({ origin, team })
  const { page } = who
  await page.addInitScript(WATCH)
  let n = 0
  const changes: { name: string; change: () => Promise<unknown> }[] = [
    {
      name: 'title of an issue',
      change: () => team.admin.patch(`${path}/issues/${first!.id}/`, { name: `Title ${++n}` }),
    },
    {
      name: 'due date of an issue',
      change: () =>
        team.admin.patch(`${path}/issues/${first!.id}/`, { target_date: `2026-12-${10 + (++n % 20)}` }),
    },
    {
      name: 'label that one row shows',
      change: () => team.admin.patch(`${path}/issue-labels/${shown}/`, { name: `Shown once ${++n}` }),
    },
    {
      name: 'label that no row shows',
      change: () => team.admin.patch(`${path}/issue-labels/${unshown}/`, { name: `Shown nowhere ${++n}` }),
    },
    {
      name: 'person that one row shows',
      change: () => team.admin.patch('/api/users/me/', { first_name: `Name${++n}` }),
    },
    {
      name: 'state of other rows',
      change: () => team.admin.patch(`${path}/states/${idle!.id}/`, { name: `Cancelled ${++n}` }),
    },
  ]
  const figures: Figure[] = []
  for (const layout of LAYOUTS) {
    await page.goto(
      `${origin}/${team.workspace.slug}/projects/${project.id}/issues?layout=${layout}&group_by=priority&order_by=sort_order`,
    )
    await page.locator('[data-issue]').first().waitFor()
    await page.waitForTimeout(3_000)
    await still(page)
    const rows = await page.locator('[data-issue]').count()
    for (const { name, change } of changes) {
      const counts: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        await page.evaluate(() => {
          ;(window as unknown as Counted).drawn = 0
        })
        const before = await page.evaluate(() => (window as unknown as Counted).commits)
        await change()
        await page
          .waitForFunction(at => (window as unknown as Counted).commits > at, before, { timeout: 2_000 })
          .catch(() => {})
        await still(page)
        counts.push(await page.evaluate(() => (window as unknown as Counted).drawn))
      }
      const [, middle = Number.NaN] = counts.sort((a, b) => a - b)
      figures.push({
        measure: `${layout} of ${issues}: ${name} changes`,
        aim: '',
        value: `${middle} components drawn`,
        n: counts.length,
        note: `${rows} rows on the screen`,
      })
    }
  }
  await closeBrowser()
  return figures
}
