import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { fill, many } from '../support/fill.ts'
import { heard, tabTo } from '../support/heard.ts'
import { day, focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let who: string
let cycle: string

beforeAll(async () => {
  screens = await issueScreens({
    'Raise the sill': {},
    'Mend the gate': {},
    'Old rope': {},
    'Paint the buoy': {},
  })
  freya = screens.freya
  cycle = await screens.add('cycles', { name: 'Spring', start_date: day(-3), end_date: day(10) })
  const label = await screens.add('issue-labels', { name: 'Reef', color: '#112233' })
  for (const name of ['Raise the sill', 'Mend the gate', 'Old rope']) await screens.putInCycle(name, cycle)
  // Figures count what is below another issue, too, and so do the lists that they lead to.
  await screens.change('Mend the gate', { parent_id: screens.idOf('Old rope') })
  for (const name of ['Raise the sill', 'Old rope'])
    await screens.change(name, { assignee_ids: [screens.team.member.id] })
  await screens.change('Mend the gate', { label_ids: [label] })
  for (const group of ['started', 'completed'])
    await screens.change('Old rope', { state_id: await screens.stateOf(group) })
  who = (await screens.team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const listed = () =>
  freya.page
    .locator('[data-issue] [data-title]')
    .evaluateAll(all => all.map(title => title.textContent?.trim()).sort())
/** The list that one was led to has the focus, at its first line, and its keys go on from there. */
const goesOn = async (name: string, next: string) => {
  await expect.poll(() => focusedText(freya)).toContain(name)
  await freya.page.keyboard.press('j')
  await expect.poll(() => focusedText(freya)).toContain(next)
}
/** With Back one is where one was: at this part of the chart or this figure, with the focus. */
const backAt = async (role: string, part: Record<string, unknown>) => {
  await freya.page.goBack()
  await expect
    .poll(async () => (await heard(freya, role)).find(one => one.focused))
    .toMatchObject({ focused: true, ...part })
}

test('beside a list the chart and the shares are heard with their figures, and keys alone filter the list by them', async () => {
  const { page } = freya
  // The code of the chart is asked for together with its days, not after them.
  const days = Promise.withResolvers<void>()
  await page.route('**/analytics/', async route => {
    await days.promise
    await route.continue()
  })
  const code = page.waitForRequest(/\/assets\/BurnChart/, { timeout: 10_000 })
  await goWithin(page, place(`cycles/${cycle}`))
  await code
  days.resolve()
  await page.getByRole('slider', { name: /^Burndown of Spring/ }).waitFor()
  await expect.poll(listed).toEqual(['Old rope', 'Raise the sill'])
  expect(await heard(freya, 'slider')).toMatchObject([
    {
      name: 'Burndown of Spring, day',
      description: 'Enter opens the issues of the day',
      valuetext: expect.stringMatching(/^Today.*: left 2 issues, ideal .*, scope 3 issues/),
      valuemin: 1,
      valuemax: 14,
      orientation: 'horizontal',
    },
  ])
  await sight(freya)

  // Past the places at the side.
  await tabTo(freya, 'link', /^Skip to content$/)
  await page.keyboard.press('Enter')
  await tabTo(freya, 'radio', /^States$/)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('list', { name: 'By person' }).waitFor()
  expect((await heard(freya, 'button')).map(({ name }) => name)).toEqual(
    expect.arrayContaining([`${who} 1 of 2 issues done`, 'No assignee 0 of 1 issue done']),
  )
  await tabTo(freya, 'button', /^No assignee 0 of 1/)
  await page.keyboard.press('Enter')
  await expect.poll(listed).toEqual(['Mend the gate'])
  expect(new URL(page.url()).searchParams.get('state_group__not')).toBe('cancelled')
  const share = async () =>
    (await heard(freya, 'button')).find(one => /^No assignee 0 of/.test(String(one.name)))
  expect(await share()).toMatchObject({ pressed: 'true', focused: true })
  await page.keyboard.press('Enter')
  await expect.poll(listed).toEqual(['Old rope', 'Raise the sill'])

  await tabTo(freya, 'slider', /^Burndown of Spring/, 60, 'Shift+Tab')
  const said = async () => (await heard(freya, 'slider'))[0]?.valuetext
  await page.keyboard.press('Home')
  await expect.poll(said).toMatch(/: nothing yet$/)
  await page.keyboard.press('End')
  await expect.poll(said).toMatch(/: ideal 0/)
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Escape')
  await expect.poll(said).toMatch(/^Today/)
  await page.keyboard.press('Enter')
  await expect.poll(listed).toEqual(['Mend the gate', 'Raise the sill'])
  // Where one was, one stays: the next day is a key away.
  await page.keyboard.press('ArrowLeft')
  await expect.poll(said).not.toMatch(/^Today/)
  expect(freya.errors).toEqual([])
})

test('in the list of cycles the chart and the figures of the one under way lead to its issues, and the focus goes along', async () => {
  const { page } = freya
  // Until the issues of a cycle are there nobody is informed that nobody has any.
  const held = Promise.withResolvers<void>()
  await page.route(/cycle-issues/, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto(place('cycles'))
  const active = page.getByRole('region', { name: 'Active', exact: true })
  await page.getByRole('slider', { name: /^Burndown of Spring/ }).waitFor()
  await active.getByRole('status', { name: 'Loading' }).waitFor()
  expect(await active.getByText('Nobody is assigned yet.').count()).toBe(0)
  held.resolve()
  await active.getByRole('list', { name: 'By person' }).waitFor()
  expect((await heard(freya, 'link')).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Done 1 issue', `${who} 1 of 2 issues done`]),
  )
  expect((await heard(freya, 'list')).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['By state', 'By person']),
  )
  await tabTo(freya, 'slider', /^Burndown of Spring/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/cycles\/[^?]+\?.*left_on=/)
  await page.getByText('Issues archived or deleted since then are not listed.').waitFor()
  await expect.poll(listed).toEqual(['Mend the gate', 'Raise the sill'])
  await goesOn('Raise the sill', 'Mend the gate')
  // What leaves the cycle before the day is over is not left at its end.
  const chip = page.getByRole('group', { name: 'Left on' })
  await chip.waitFor()
  await sight(freya)
  await screens.putInCycle('Mend the gate', null)
  await expect.poll(listed).toEqual(['Raise the sill'])
  await screens.putInCycle('Mend the gate', cycle)
  await expect.poll(listed).toEqual(['Mend the gate', 'Raise the sill'])
  await backAt('slider', { valuetext: expect.stringMatching(/^Today/) })
  await page.getByRole('list', { name: 'By person' }).waitFor()
  await tabTo(freya, 'link', /1 of 2 issues done/)
  await page.keyboard.press('Enter')
  await expect.poll(listed).toEqual(['Old rope', 'Raise the sill'])
  await goesOn('Raise the sill', 'Old rope')
  await backAt('link', { name: `${who} 1 of 2 issues done` })
  expect(freya.errors).toEqual([])
})

test('every chart of the analytics is heard with a name and a value between its ends, and is walked to the list it leads to', async () => {
  const { page } = freya
  const charts = { scope: 1, custom: 1, flow: 3 }
  for (const [section, least] of Object.entries(charts)) {
    await goWithin(page, `/${screens.slug}/analytics?analytics_tab=${section}`)
    await page
      .getByRole('slider')
      .nth(least - 1)
      .waitFor()
    const sliders = await heard(freya, 'slider')
    expect(sliders.length).toBeGreaterThanOrEqual(least)
    for (const slider of sliders) {
      expect(slider).toMatchObject({
        name: expect.stringMatching(/\w/),
        valuetext: expect.stringMatching(/^\S.*: \w.* \d/),
        valuemin: 1,
      })
      expect(Number(slider.valuemax)).toBeGreaterThanOrEqual(1)
    }
    expect(sliders.some(({ description }) => description === 'Enter opens these issues')).toBe(true)
  }
  await goWithin(
    page,
    `/${screens.slug}/analytics?analytics_tab=custom&x_axis=assignees__id&segment=state__group`,
  )
  const name = /^Issues by assignee and state group$/
  await page.getByRole('slider', { name }).waitFor()
  await tabTo(freya, 'slider', name)
  const said = async () => (await heard(freya, 'slider'))[0]
  expect(await said()).toMatchObject({ orientation: 'vertical', valuemax: 2 })
  await page.keyboard.press('Home')
  await expect.poll(async () => (await said())?.valuetext).toMatch(/: issues 1$/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await said())?.valuetext).toBe('Unassigned, Backlog: issues 2')
  await page.keyboard.press('Enter')
  await expect.poll(listed).toEqual(['Mend the gate', 'Paint the buoy'])
  await goesOn('Paint the buoy', 'Mend the gate')
  await backAt('slider', { name: expect.stringMatching(name), valuetext: 'Unassigned, Backlog: issues 2' })
  // The same figures are in a table, which keys reach as well.
  await page.getByRole('table', { name }).waitFor()
  expect((await heard(freya, 'rowheader')).map(one => one.name)).toEqual(
    expect.arrayContaining([who, 'Unassigned', 'All']),
  )
  expect(freya.errors).toEqual([])
})

const MANY = 21

/** The lines of the shown charts that run through the words of today's figure, as colours. */
const linesThrough = ({ page }: Seat) =>
  page.locator('main [role=slider] svg').evaluateAll(charts =>
    charts.flatMap(chart => {
      const words = [...chart.querySelectorAll('text')].find(one => /^\d+ (left|done)$/.test(one.textContent))
      if (!words) return ['no words']
      const { x, y, width, height } = words.getBBox()
      return [...chart.querySelectorAll<SVGGeometryElement>('path[stroke], line[stroke="var(--accent)"]')]
        .filter(line => {
          const places = Array.from({ length: Math.ceil(line.getTotalLength()) }, (_, n) =>
            line.getPointAtLength(n),
          )
          return places.some(at => at.x > x && at.x < x + width && at.y > y + 2 && at.y < y + height - 2)
        })
        .map(line => line.getAttribute('stroke'))
    }),
  )

test('no line of a chart runs through the words of today’s figure', async () => {
  const berths = await issueScreens({ 'Berth 1': {} }, screens)
  const { freya, slug, projectId } = berths
  const { page } = freya
  const id = await berths.add('cycles', { name: 'Spring', start_date: day(-3), end_date: day(6) })
  await berths.putInCycle('Berth 1', id)
  await fill(
    await sharedServer(),
    berths.team.admin,
    berths.team.project,
    many(MANY - 1, () => ({ cycle_id: id })),
  )
  await berths.change('Berth 1', { state_id: await berths.stateOf('completed') })
  const cycles = `/${slug}/projects/${projectId}/cycles`
  const words = (text: string) => page.getByRole('slider').getByText(text, { exact: true })
  for (const address of [cycles, `${cycles}/${id}`]) {
    await goWithin(page, address)
    for (const [kind, text] of [
      ['Burndown', `${MANY - 1} left`],
      ['Burnup', '1 done'],
    ] as const) {
      await page.getByRole('radio', { name: kind }).click()
      await words(text).waitFor()
      expect(await linesThrough(freya)).toEqual([])
    }
  }
  expect(freya.errors).toEqual([])
})
