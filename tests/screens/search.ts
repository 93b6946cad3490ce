/** The search: before anything is asked, with results, with none, and its first hits in the command menu; in all four themes. */
import { seat } from '../support/browser.ts'
import { fourThemes, type Given, wantedOf } from './everyLook.ts'

const looks = [...fourThemes, { suffix: '-390', width: 390, height: 844, theme: 'light' as const }]

export const search = async (given: Given) => {
  const { origin, shoot, signIn } = given
  for (const { suffix, ...look } of wantedOf(given, looks)) {
    const who = await seat(origin, look)
    const { page } = who
    const hits = page.getByRole('list', { name: 'Results' })
    await signIn(who, 'freya@lanternquay.example')
    await page.goto('/lantern-quay/search')
    await page.getByText('Use quotes for a phrase').waitFor()
    await shoot(who, 'search-first', suffix)
    await page.goto('/lantern-quay/search?q=tide')
    await hits.waitFor()
    await page.keyboard.press('ArrowDown')
    await shoot(who, 'search', suffix)
    await page.goto('/lantern-quay/search?q=tide+before%3A2020')
    await page.getByRole('button', { name: 'Search any time' }).waitFor()
    await shoot(who, 'search-none', suffix)
    await page.goto('/lantern-quay')
    await page.getByRole('main').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('tide')
    await page.getByText(/^All \d+ results for/).waitFor()
    await shoot(who, 'command-search', suffix)
    await who.context.close()
  }
}
