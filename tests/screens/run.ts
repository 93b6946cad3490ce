/** Writes every screen, light and dark, wide and narrow, into screens/, for someone to look at; fails where one is broken to the eye. */

import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closeBrowser, type Seat, seat } from '../support/browser.ts'
import { cable } from '../support/cable.ts'
import { faultsInSight } from '../support/sight.ts'
import { home } from './home.ts'
import { intake } from './intake.ts'
import { pageTalk } from './pageTalk.ts'
import { planning } from './planning.ts'
import { richPages } from './richPages.ts'
import { savedViews } from './savedViews.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = join(root, 'screens')
const PORT = 4791
const origin = `http://localhost:${PORT}`

const run = (script: string, env: Record<string, string>) =>
  spawn(process.execPath, [join(root, script)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

await mkdir(out, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'tandem-screens-'))
const env = { DATA_DIR: dataDir, PORT: String(PORT), LOG_LEVEL: 'error' }
const started = (child: ReturnType<typeof run>) =>
  new Promise<void>(resolve => child.stdout.on('data', part => part.includes('ready') && resolve()))

const fresh = run('api/main.ts', env)
await started(fresh)
const faults: string[] = []
const shoot = async (who: Seat, name: string, suffix: string) => {
  await who.page.waitForTimeout(500)
  for (const fault of await faultsInSight(who.page)) faults.push(`${name}${suffix}: ${fault}`)
  await who.page.screenshot({ path: join(out, `${name}${suffix}.png`) })
  console.log(`${name}${suffix}.png`)
}
const first = await seat(origin)
await first.page.goto(origin)
await first.page.getByRole('heading', { name: 'Set up Tandem' }).waitFor()
await shoot(first, 'set-up', '')
await first.context.close()
await new Promise(resolve => {
  fresh.on('exit', resolve)
  fresh.kill('SIGTERM')
})
await new Promise(resolve => run('migrations/seed.ts', env).on('exit', resolve))
const server = run('api/main.ts', env)
await started(server)

const looks = [
  { suffix: '', width: 1440, height: 900, theme: 'light' as const },
  { suffix: '-dark', width: 1440, height: 900, theme: 'dark' as const },
  { suffix: '-768', width: 768, height: 1024, theme: 'light' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
  { suffix: '-390-dark', width: 390, height: 844, theme: 'dark' as const },
]
const layouts = [
  ['table', 'layout=spreadsheet&group_by='],
  ['table-grouped', 'layout=spreadsheet&group_by=state_id'],
  ['timeline-week', 'layout=gantt_chart&group_by=state_id'],
  ['timeline-month', 'layout=gantt_chart&group_by=assignees__id&scale=month'],
  ['calendar-month', 'layout=calendar'],
  ['calendar-week', 'layout=calendar&calendar=week&weekends=true'],
  ['board-lanes', 'layout=kanban&group_by=state_id&sub_group_by=cycle_id'],
  [
    'filters',
    'layout=list&group_by=issue_module__module_id&priority__not=low&target_date=2_weeks;before;fromnow&name=berth',
  ],
] as const
const across = [
  ['workspace-view', 'workspace-views/all-issues?layout=spreadsheet'],
  ['workspace-board', 'workspace-views/all-issues?layout=kanban&group_by=project_id'],
  ['created', 'workspace-views/created?layout=list&group_by=priority'],
] as const
const files = [
  {
    name: 'Tide tables of Lantern Quay.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(1_240_000, 'a'),
  },
  { name: 'refused-bookings.csv', mimeType: 'text/csv', buffer: Buffer.alloc(18_300, 'a') },
]
const signIn = async (who: Seat, email: string) => {
  await who.page.goto(`${origin}/`)
  await who.page.getByLabel('E-mail').fill(email)
  await who.page.keyboard.press('Enter')
  await who.page.getByLabel('Password', { exact: true }).fill('lantern quay at high tide')
  await who.page.keyboard.press('Enter')
  await who.page.waitForURL(/lantern-quay/)
}
const mei = await seat(origin)
await signIn(mei, 'mei@lanternquay.example')
for (const { suffix, ...look } of looks) {
  const who = await seat(origin, look)
  const { page } = who
  const pull = await cable(who)
  await page.goto(`${origin}/`)
  await page.getByLabel('E-mail').waitFor()
  await shoot(who, 'sign-in', suffix)
  await signIn(who, 'freya@lanternquay.example')
  await page.goto(`${origin}/lantern-quay/projects`)
  await page.getByText('Skipper App').last().waitFor()
  await page
    .getByText(/ of \d+$/)
    .first()
    .waitFor({ state: 'attached' })
  await shoot(who, 'projects', suffix)
  await page.keyboard.press('p')
  await page.getByRole('dialog', { name: 'New project' }).getByLabel('Name').fill('Salvage and Towing')
  await page.getByText('Free. First issue SALVA-1').waitFor()
  await shoot(who, 'new-project', suffix)
  await page.goto(`${origin}/lantern-quay/projects?layout=grid`)
  await page.getByText('Skipper App').last().waitFor()
  await shoot(who, 'projects-grid', suffix)
  await page.goto(`${origin}/lantern-quay/settings/members`)
  await page.getByText('Tomas Reyes').first().waitFor()
  await shoot(who, 'members', suffix)
  await page.goto(`${origin}/lantern-quay/projects`)
  await page.getByRole('main').getByRole('link', { name: 'Berth Booking' }).click()
  await page.locator('[data-issue]').first().waitFor()
  const issues = page.url().split('?')[0]!
  await page.goto(`${issues}?layout=list&group_by=state_id&order_by=sort_order`)
  await page.locator('[data-issue]').first().waitFor()
  await shoot(who, 'list', suffix)
  await page.goto(`${issues}?layout=kanban&group_by=state_id&order_by=sort_order`)
  await page.locator('[data-issue]').first().waitFor()
  await shoot(who, 'board', suffix)
  for (const [name, terms] of layouts) {
    await page.goto(`${issues}?order_by=sort_order&${terms}`)
    await page.locator('[data-issue]').first().waitFor()
    await shoot(who, name, suffix)
  }
  for (const [name, address] of across) {
    await page.goto(`${origin}/lantern-quay/${address}`)
    await page.locator('[data-issue]').first().waitFor()
    await shoot(who, name, suffix)
  }
  if (look.width > 1000) {
    await page.goto(`${issues}?layout=list&group_by=state_id&order_by=sort_order`)
    for (const at of [1, 2, 4]) {
      await page.locator('[data-issue] [data-title]').nth(at).focus()
      await page.keyboard.press('x')
    }
    await shoot(who, 'selection', suffix)
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Move to' }).hover()
    await shoot(who, 'menu', suffix)
  }
  await planning(who, issues.replace(/\/issues$/, ''), suffix, shoot)
  await page.goto(`${issues}?layout=list&group_by=state_id&order_by=sort_order`)
  await page.locator('[data-issue]').first().waitFor()
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Warn when the wind turns')
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
  await shoot(who, 'new-issue', suffix)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.goto(`${origin}/lantern-quay/drafts`)
  await page.getByText('Warn when the wind turns').first().waitFor()
  await shoot(who, 'drafts', suffix)
  await page.goto(issues.replace(/issues$/, 'archives/issues'))
  await page.getByText('No archived issues').waitFor()
  await shoot(who, 'archive', suffix)
  await page.goto(`${issues}?layout=list&group_by=state_id&order_by=sort_order&priority=urgent,high`)
  await page.getByText('Tide window ignores').first().click()
  await mei.page.goto(page.url())
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
  await mei.page.getByRole('textbox', { name: 'Description' }).click()
  await mei.page.waitForTimeout(600)
  if (suffix === '') await page.getByLabel('Files to attach').setInputFiles(files)
  for (const { name } of files) await page.getByRole('link', { name }).waitFor()
  await shoot(who, 'issue', suffix)
  const peeked = new URL(page.url()).searchParams.get('peekId')
  await page.goto(`${issues}/${peeked}`)
  await page.getByRole('region', { name: 'Activity' }).getByText('created the issue').waitFor()
  await page.getByRole('link', { name: files[0]?.name ?? '' }).waitFor()
  await shoot(who, 'issue-page', suffix)
  await page.goBack()
  await page.getByRole('region', { name: 'Activity' }).waitFor()
  await mei.page.goto(`${origin}/lantern-quay/projects`)
  if (look.width > 1000) {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pa')
    await shoot(who, 'command', suffix)
    await page.keyboard.press('Escape')
  }
  await page.goto(issues.replace(/issues$/, 'pages'))
  await page.getByText('Season opening plan').waitFor()
  await shoot(who, 'pages', suffix)
  await page.getByText('Tide windows').click()
  await page.getByRole('textbox', { name: 'Page text' }).waitFor()
  await shoot(who, 'page', suffix)
  await page.getByText('Never round a window').dblclick({ position: { x: 20, y: 10 } })
  await page.getByRole('toolbar', { name: 'Format the selection' }).waitFor()
  await shoot(who, 'page-bubble', suffix)
  await page.keyboard.press('Control+f')
  await page.getByText(/^\d+ of \d+$/).waitFor()
  await shoot(who, 'page-find', suffix)
  await page.keyboard.press('Escape')
  const option = async (name: string) => {
    await page.getByRole('button', { name: 'Page options' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await option('Lock page')
  await page.getByText('Locked', { exact: true }).waitFor()
  await shoot(who, 'page-locked', suffix)
  await option('Unlock page')
  await option('Archive')
  await page.getByText('Archived on').waitFor()
  await shoot(who, 'page-archived', suffix)
  await page.getByRole('button', { name: 'Restore' }).click()
  await pull(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await shoot(who, 'page-offline', suffix)
  await pull(false)
  await page.getByText('Saved', { exact: true }).waitFor()
  await option('Version history')
  await page.getByRole('dialog').getByText('Current version').waitFor()
  await shoot(who, 'page-versions', suffix)
  await page.keyboard.press('Escape')
  await page.goto(`${origin}/gallery`)
  await shoot(who, 'gallery', suffix)
  await who.context.close()
}
await richPages({ origin, shoot, signIn })
await pageTalk({ origin, shoot, signIn })
await savedViews({ origin, shoot, signIn })
await intake({ origin, shoot, signIn })
await home({ origin, shoot, signIn })
await closeBrowser()
await new Promise(resolve => {
  server.on('exit', resolve)
  server.kill('SIGTERM')
})
await rm(dataDir, { recursive: true, force: true })
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
