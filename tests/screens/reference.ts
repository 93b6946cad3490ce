/** The reference of the API: a guide, a call with its example, and the search; in all four themes. */
import { seat } from '../support/browser.ts'
import { fourThemes, type Given, wantedOf } from './everyLook.ts'

const looks = [...fourThemes, { suffix: '-390', width: 390, height: 844, theme: 'light' as const }]

export const reference = async (given: Given) => {
  const { origin, shoot, signIn } = given
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    await signIn(who, 'freya@lanternquay.example')
    await page.goto('/api/docs')
    await page.getByRole('button', { name: /^Issues/ }).waitFor()
    await shoot(who, 'reference', suffix)
    await page.goto('/api/docs?at=issues.update')
    await page.getByRole('heading', { name: 'Change an issue' }).waitFor()
    await shoot(who, 'reference-call', suffix)
    const tries = page.getByRole('complementary', { name: 'Example' })
    for (const [field, choice] of [
      ['p', 'Berth booking'],
      ['issueId', /clock/],
      ['priority', 'urgent'],
    ] as const) {
      await tries.getByRole('button', { name: `${field}: ` }).click()
      await page.getByRole('option', { name: choice }).first().click()
    }
    await shoot(who, 'reference-try', suffix)
    await page.goto('/api/docs?at=changes')
    await page.getByRole('heading', { name: 'Live changes' }).first().waitFor()
    await shoot(who, 'reference-guide', suffix)
    await who.context.close()
  }
}
