/** A new issue, drafts, the archive, an open issue with somebody else at it, and the matches of the command menu. */
import { seat } from '../support/browser.ts'
import { berthBooking, everyLook, type Given } from './everyLook.ts'

const files = [
  {
    name: 'Tide tables of Lantern Quay.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(1_240_000, 'a'),
  },
  { name: 'refused-bookings.csv', mimeType: 'text/csv', buffer: Buffer.alloc(18_300, 'a') },
]

export const issues = async (given: Given) => {
  const { origin, shoot, signIn } = given
  const mei = await seat(origin)
  await signIn(mei, 'mei@lanternquay.example')
  await everyLook(given, async (who, { suffix, ...look }) => {
    const { page } = who
    const issues = `${await berthBooking(who)}/issues`
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
    await mei.page.goto('/lantern-quay/projects')
    if (look.width > 1000) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('pa')
      await shoot(who, 'command', suffix)
      await page.keyboard.press('Escape')
    }
  })
  await mei.context.close()
}
