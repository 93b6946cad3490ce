/** Cycles and modules of a project: their lists, forms, boards and pages. */
import { berthBooking, everyLook, type Given } from './everyLook.ts'

export const planning = (given: Given) =>
  everyLook(given, async (who, { suffix }) => {
    const { shoot } = given
    const { page } = who
    const project = await berthBooking(who)
    const main = page.getByRole('main')
    await page.goto(`${project}/cycles`)
    await main.getByRole('slider').first().waitFor()
    await shoot(who, 'cycles', suffix)
    await page.keyboard.press('q')
    const form = page.getByRole('dialog', { name: 'New cycle' })
    await form.getByLabel('Starts').fill('today')
    await form.getByLabel('Ends').fill('in 2w')
    await form.getByRole('alert').filter({ hasText: 'belong' }).waitFor()
    await shoot(who, 'cycles-new', suffix)
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Active' }).getByRole('listitem').getByRole('link').first().click()
    await page.locator('[data-issue]').first().waitFor()
    await shoot(who, 'cycle', suffix)
    await page.goto(`${project}/modules`)
    await main.getByRole('link', { name: 'Berth plan' }).waitFor()
    await shoot(who, 'modules', suffix)
    await page.goto(`${project}/modules?layout=board`)
    await page.getByRole('article').first().waitFor()
    await shoot(who, 'modules-board', suffix)
    await page.goto(`${project}/modules?layout=timeline`)
    await page.getByRole('region', { name: 'Timeline of modules' }).waitFor()
    await shoot(who, 'modules-timeline', suffix)
    await page.goto(`${project}/modules`)
    await main.getByRole('link', { name: 'Berth plan' }).click()
    await page.locator('[data-issue]').first().waitFor()
    await shoot(who, 'module', suffix)
    await page.goto(project.replace(/projects\/.*$/, 'active-cycles'))
    await main.getByRole('slider').first().waitFor()
    await shoot(who, 'active-cycles', suffix)
  })
