/**
 * Analytics: created and done work, somebody's own counts, the flow, a screen without a match, and the panel over a
 * project’s list.
 */
import { seat } from '../support/browser.ts'
import { berthBooking, fourThemes, type Given, wantedOf } from './everyLook.ts'

const phone = { width: 390, height: 844 }
const looks = [
  ...fourThemes,
  { suffix: '-768', width: 768, height: 1024, theme: 'light' },
  { suffix: '-390', ...phone, theme: 'light', touch: true },
  { suffix: '-390-contrast', ...phone, theme: 'light', contrast: 'more', touch: true },
  { suffix: '-390-dark-contrast', ...phone, theme: 'dark', contrast: 'more', touch: true },
] as const

const at = '/lantern-quay/analytics'
const custom = `${at}?analytics_tab=custom&x_axis=assignees__id&segment=state__group`

export const analytics = async (given: Given) => {
  const { origin, shoot, signIn } = given
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    const isPhone = look.width === phone.width
    await signIn(who, 'freya@lanternquay.example')
    await page.goto(at)
    await page.getByRole('slider', { name: /^Created and done/ }).waitFor()
    await shoot(who, 'analytics', suffix)
    if (isPhone) {
      await page.getByRole('slider', { name: /^Created and done/ }).tap({ position: { x: 222, y: 60 } })
      await page.getByText('Tap again to open').scrollIntoViewIfNeeded()
      await shoot(who, 'analytics-tapped', suffix)
    }
    await page.goto(custom)
    await page.getByRole('slider').first().focus()
    await shoot(who, 'analytics-custom', suffix)
    await page.goto(`${at}?analytics_tab=custom&x_axis=created_at&segment=priority&chart=area`)
    await page.getByRole('slider').first().waitFor()
    await shoot(who, 'analytics-area', suffix)
    await page.goto(`${at}?analytics_tab=flow`)
    await page.getByRole('slider', { name: /^Cumulative flow/ }).waitFor()
    await shoot(who, 'analytics-flow', suffix)
    await page.getByRole('region', { name: /^Age of started/ }).scrollIntoViewIfNeeded()
    await shoot(who, 'analytics-flow-below', suffix)
    await page.goto(`${at}?name=nothing+is+called+so`)
    await page.getByText('No issues match these filters.').waitFor()
    await shoot(who, 'analytics-none', suffix)
    await berthBooking(who)
    if (isPhone) {
      await page.getByRole('button', { name: 'Display' }).click()
      await page.getByRole('menuitem', { name: 'Analytics' }).click()
    } else await page.getByRole('button', { name: 'Analytics', exact: true }).click()
    await page.getByRole('dialog').getByRole('slider').first().waitFor()
    await shoot(who, 'analytics-panel', suffix)
    await who.context.close()
  }
}
