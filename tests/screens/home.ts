/** A home as it begins, arranged, and with nothing in it; somebody’s work in figures, as a list, by day, and another’s. */
import { seat } from '../support/browser.ts'
import { fourThemes, type Given, wantedOf } from './everyLook.ts'

const looks = [...fourThemes, { suffix: '-390', width: 390, height: 844, theme: 'light' as const }]

const at = '/lantern-quay'

export const home = async (given: Given) => {
  const { origin, shoot, signIn } = given
  for (const { suffix, ...look } of wantedOf(given, looks)) {
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
    const other = await page.evaluate(async mine => {
      const members = await (await fetch('/api/workspaces/lantern-quay/members/')).json()
      return (members as { member: { id: string } }[]).find(({ member }) => member.id !== mine)!.member.id
    }, me.id)
    await page.goto(`${at}/profile/${other}`)
    await page.getByRole('slider', { name: 'Activity by day' }).waitFor()
    await shoot(who, 'your-work-other', suffix)
    // Without a project, and with one in which nothing has been done yet; both stay for the next look.
    await page.evaluate(async () => {
      const ask = (at: string, body: object) =>
        fetch(at, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      await ask('/api/workspaces/', { name: 'Bare Quay', slug: 'bare-quay' })
      await ask('/api/workspaces/', { name: 'Spare Quay', slug: 'spare-quay' })
      await ask('/api/workspaces/spare-quay/projects/', { name: 'Ropes', identifier: 'ROP' })
    })
    await page.goto('/bare-quay')
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await shoot(who, 'home-none', suffix)
    await page.goto('/spare-quay')
    await page.getByRole('region', { name: 'My day' }).waitFor()
    await shoot(who, 'home-empty', suffix)
    await page.goto(`/spare-quay/profile/${me.id}`)
    await page.getByRole('region', { name: 'Workload' }).waitFor()
    await shoot(who, 'your-work-empty', suffix)
    // The next sign-in leads to the workspace that was open last.
    await page.goto(at)
    await page.getByRole('region', { name: 'My day' }).waitFor()
    await who.context.close()
  }
}
