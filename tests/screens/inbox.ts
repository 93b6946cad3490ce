/** The inbox as it comes, with something open, with some chosen, and with nothing left in it; in all four themes. */
import { seat } from '../support/browser.ts'
import { fourThemes, type Given, wantedOf } from './everyLook.ts'

const looks = [
  ...fourThemes,
  { suffix: '-768', width: 768, height: 1024, theme: 'light' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
]

export const inbox = async (given: Given) => {
  const { origin, shoot, signIn } = given
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    await signIn(who, 'freya@lanternquay.example')
    await page.goto('/lantern-quay/notifications')
    await page.locator('[data-row]').first().waitFor()
    await shoot(who, 'inbox', suffix)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await shoot(who, 'inbox-chosen', suffix)
    await page.keyboard.press('h')
    await shoot(who, 'inbox-snooze', suffix)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('[data-row] [data-title]').first().click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await shoot(who, 'inbox-open', suffix)
    await page.goto('/lantern-quay/notifications?show=archived')
    await page.getByRole('region', { name: 'Notifications' }).waitFor()
    await shoot(who, 'inbox-none', suffix)
    await who.context.close()
  }
}
