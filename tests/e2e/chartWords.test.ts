import { afterAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, issueScreens } from '../support/issueScreens.ts'

afterAll(leaveSeats)

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
  const story = Array.from({ length: MANY }, (_, n) => [`Berth ${n + 1}`, {}] as const)
  const screens = await issueScreens(Object.fromEntries(story))
  const { freya, slug, projectId } = screens
  const { page } = freya
  const id = await screens.add('cycles', { name: 'Spring', start_date: day(-3), end_date: day(6) })
  for (const [name] of story) await screens.putInCycle(name, id)
  await screens.change('Berth 1', { state_id: await screens.stateOf('completed') })
  const cycles = `/${slug}/projects/${projectId}/cycles`
  const words = (text: string) => page.getByRole('slider').getByText(text, { exact: true })
  for (const address of [cycles, `${cycles}/${id}`]) {
    await page.goto(address)
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
