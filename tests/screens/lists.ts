/** Projects and their issues: how one comes in, every layout, across projects, selected; and the gallery. */
import { berthBooking, everyLook, type Given } from './everyLook.ts'

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

export const lists = (given: Given) =>
  everyLook(
    given,
    async (who, { suffix, ...look }) => {
      const { shoot, origin } = given
      const { page } = who
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
      const issues = `${await berthBooking(who)}/issues`
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
      await page.goto(`${origin}/gallery`)
      await shoot(who, 'gallery', suffix)
    },
    async (who, { suffix }) => {
      await who.page.goto('/')
      await who.page.getByLabel('E-mail').waitFor()
      await given.shoot(who, 'sign-in', suffix)
      await given.signIn(who, 'freya@lanternquay.example')
    },
  )
