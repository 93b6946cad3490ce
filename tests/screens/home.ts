/** A home as it begins, arranged, and with nothing in it; somebody’s work in figures, as a list, by day, and another’s. */
import { seat } from '../support/browser.ts'
import type { Given } from './everyLook.ts'

const looks = [
  { suffix: '', width: 1440, height: 900, theme: 'light' as const },
  { suffix: '-dark', width: 1440, height: 900, theme: 'dark' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
]

const at = '/lantern-quay'

export const home = async ({ origin, shoot, signIn }: Given) => {
  for (const { suffix, ...look } of looks) {
    const who = await seat(origin, look)
    const { page } = who
    await signIn(who, 'freya@lanternquay.example')
    await page.goto(at)
    await page.getByRole('region', { name: 'My day' }).waitFor()
    await page.getByRole('slider', { name: 'Issues done, week' }).waitFor()
    await shoot(who, 'home', suffix)
    await page.getByRole('button', { name: 'Arrange' }).click()
    await page.getByRole('heading', { name: 'Arrange' }).waitFor()
    await shoot(who, 'home-arrange', suffix)
    const me = await page.evaluate(
      async () => (await (await fetch('/api/users/me/')).json()) as { id: string },
    )
    await page.goto(`${at}/profile/${me.id}`)
    await page.getByRole('slider', { name: 'Activity by day' }).waitFor()
    await shoot(who, 'your-work', suffix)
    await page.goto(`${at}/profile/${me.id}/activity`)
    await page.getByRole('heading', { level: 3 }).first().waitFor()
    await shoot(who, 'your-work-activity', suffix)
    await page.goto(`${at}/profile/${me.id}/assigned`)
    await page.locator('[data-title]').first().waitFor()
    await shoot(who, 'your-work-assigned', suffix)
    await who.context.close()
  }
}
