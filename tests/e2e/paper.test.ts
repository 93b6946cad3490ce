/** What a browser puts on paper: the text, the list or the issue, whole, black on white, without the screen around it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { issueScreens } from '../support/issueScreens.ts'
import { openPage, text } from '../support/openPage.ts'

afterAll(leaveSeats)

const PAPER = { width: 658, height: 986 }
const sheetsOf = async ({ page }: Seat) => {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}
const shoot = async ({ page }: Seat, name: string) => {
  if (!process.env.PAPER) return
  await mkdir(process.env.PAPER, { recursive: true })
  await page.screenshot({ path: `${process.env.PAPER}/${name}.png`, fullPage: process.env.WHOLE === '1' })
  await writeFile(`${process.env.PAPER}/${name}.pdf`, await page.pdf({ format: 'A4', printBackground: true }))
}
/** As a sheet of A4 shows it, in a dark theme. */
const onPaper = async ({ page }: Seat) => {
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print' })
}
const onScreen = async ({ page }: Seat) => {
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'light'
  })
}
/** What an eye finds besides what was meant: chrome, colours, and what is cut at an edge. */
const strange = ({ page }: Seat) =>
  page.evaluate(() => {
    const found: string[] = []
    const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const chrome =
      'nav:not(.contents), aside, [role="toolbar"], [role="status"], header button, [role="dialog"]'
    for (const one of document.querySelectorAll(chrome))
      if (isSeen(one)) found.push(`chrome: ${one.outerHTML.slice(0, 80)}`)
    const { color } = getComputedStyle(document.querySelector('h1, textarea') ?? document.body)
    if (color !== 'rgb(0, 0, 0)') found.push(`ink: ${color}`)
    const ground = getComputedStyle(document.body).backgroundColor
    if (ground !== 'rgb(255, 255, 255)') found.push(`ground: ${ground}`)
    const right = document.documentElement.clientWidth
    for (const one of document.querySelectorAll('.document :is(p, pre, table, img), [data-issue]'))
      if (isSeen(one) && one.getBoundingClientRect().right > right + 1)
        found.push(`wide: ${one.outerHTML.slice(0, 80)}`)
    return found
  })

test('a page is printed whole: its title and text, no chrome, black on white, code in lines, toggles open', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const words = Array.from(
    { length: 120 },
    (_, nth) => `<p>Paragraph ${nth + 1} of the tide table.</p>`,
  ).join('')
  const rows = Array.from(
    { length: 30 },
    (_, nth) => `<tr><td><p>Berth ${nth}</p></td><td><p>High</p></td></tr>`,
  )
  const made = await world.page(
    `<h2>Rule</h2><p>See <a href="https://tides.example/table">the table</a></p><pre><code>${'const tide = measure(); '.repeat(30)}</code></pre><details><summary>More</summary><p>Within the toggle</p></details><table><tbody><tr><th><p>Berth</p></th><th><p>Water</p></th></tr>${rows.join('')}</tbody></table>${words}<p>The last word</p>`,
    { name: 'Tide rule' },
  )
  await world.open(freya, made.id)
  await page.getByRole('button', { name: 'Page options' }).waitFor()
  await onPaper(freya)
  await shoot(freya, 'page')
  expect(await strange(freya)).toEqual([])
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Tide rule')
  expect(await text(freya).getByText('Within the toggle').isVisible()).toBe(true)
  const code = text(freya).locator('pre')
  expect(await code.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThan(2)
  expect((await code.boundingBox())!.height).toBeGreaterThan(100)
  const { height } = (await text(freya).boundingBox())!
  expect(height).toBeGreaterThan(3_000)
  const breaks = (selector: string, of: 'breakInside' | 'breakAfter') =>
    text(freya)
      .locator(selector)
      .first()
      .evaluate((one, of) => getComputedStyle(one)[of as 'breakInside'], of)
  expect(await breaks('tr', 'breakInside')).toBe('avoid')
  expect(await breaks('h2', 'breakAfter')).toBe('avoid')
  // The whole text, and not the part of it that the screen shows.
  expect(await sheetsOf(freya)).toBeGreaterThanOrEqual(Math.floor(height / 1_100))
  // The address of a link is not put beside its words.
  const told = await text(freya)
    .locator('a')
    .first()
    .evaluate(one => getComputedStyle(one, '::after').content)
  expect(told).toBe('none')
  await onScreen(freya)
  // The menu opens the browser's own dialog, with the page's name for a file.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.title
      dispatchEvent(new Event('afterprint'))
    }
  })
  await page.getByRole('button', { name: 'Page options' }).click()
  await page.getByRole('menuitem', { name: 'Print…' }).click()
  await expect.poll(() => page.evaluate(() => document.body.dataset.printed)).toBe('tide-rule')
  expect(await page.title()).toMatch(/^Tide rule/)
  world.quiet()
})

test('a list is printed with all its rows, as lines and as a table, and an issue with its text and fields', async () => {
  const screens = await issueScreens({ 'The last one': { description_html: '<p>Words of the issue</p>' } })
  await screens.fill(150)
  const { page, errors } = screens.freya
  await screens.lookAnew(screens.freya, 'layout=list&order_by=-created_at')
  await page.getByText('151', { exact: true }).first().waitFor()
  const drawn = () => page.locator('[data-issue]').count()
  expect(await drawn()).toBeLessThan(80)
  await onPaper(screens.freya)
  await expect.poll(drawn).toBe(151)
  await shoot(screens.freya, 'list')
  expect(await strange(screens.freya)).toEqual([])
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  expect(await sheetsOf(screens.freya)).toBeGreaterThanOrEqual(4)
  await onScreen(screens.freya)
  await screens.lookAnew(screens.freya, 'layout=spreadsheet')
  await page.getByRole('grid', { name: 'Issues' }).waitFor()
  await onPaper(screens.freya)
  await expect.poll(drawn).toBe(151)
  await shoot(screens.freya, 'table')
  await onScreen(screens.freya)
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/issues/${screens.idOf('The last one')}`)
  await page.getByText('Words of the issue').waitFor()
  await page.getByRole('button', { name: 'Sub-issue', exact: true }).waitFor()
  await onPaper(screens.freya)
  await shoot(screens.freya, 'issue')
  expect(await strange(screens.freya)).toEqual([])
  expect(await page.getByText('Words of the issue').isVisible()).toBe(true)
  expect(await page.getByText('No priority').filter({ visible: true }).count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Sub-issue', exact: true }).isVisible()).toBe(false)
  expect(await page.getByRole('textbox', { name: /comment/i }).count()).toBe(0)
  expect(errors).toEqual([])
})
