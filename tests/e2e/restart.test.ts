import { expect, onTestFinished, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { program } from '../support/program.ts'
import { startServer } from '../support/server.ts'

/** The text itself, without the carets of others that stand in it. */
const words = ({ page }: Seat) =>
  page.getByRole('textbox', { name: 'Page text' }).evaluate(node => {
    const copy = node.cloneNode(true) as HTMLElement
    for (const caret of copy.querySelectorAll('.caret')) caret.remove()
    return (copy.textContent ?? '').replaceAll('\u2060', '').replaceAll('\u00a0', ' ').trim()
  })

test('the server stops in the middle of an edit and comes back: both browsers recover, nothing is lost or doubled', async () => {
  const world = await startServer()
  const make = build(world)
  const team = await make.team()
  const page = await make.page(team.admin, team.path, { name: 'Season' })
  const server = await program(world.url)
  const { origin } = server
  onTestFinished(leaveSeats)
  await server.start()
  const sit = async (who: Person): Promise<Seat> => {
    const one = await seat(origin, { ahead: true })
    await one.context.addCookies([{ name: 'session-id', value: who.jar.get('session-id')!, url: origin }])
    return one
  }
  const [freya, mei] = [await sit(team.admin), await sit(team.member)]
  const base = `/${team.workspace.slug}/projects/${team.project.id}`
  const text = (one: Seat) => one.page.getByRole('textbox', { name: 'Page text' })
  for (const one of [freya, mei]) {
    await one.page.goto(`${base}/pages/${page.id}`)
    await text(one).waitFor()
  }
  await text(freya).click()
  await freya.page.keyboard.type('before ')
  await expect.poll(() => words(mei)).toContain('before')

  server.kill()
  await freya.page.keyboard.type('while away ')
  await freya.page
    .getByText(/Offline/)
    .first()
    .waitFor()
  await freya.page.getByRole('button', { name: /changes? waits?/ }).waitFor()
  await server.start()
  await expect.poll(() => words(mei)).toContain('before while away')
  await freya.page.getByText('Saved', { exact: true }).waitFor()
  await text(mei).click()
  await mei.page.keyboard.press('End')
  await mei.page.keyboard.type('and after')
  await expect.poll(() => words(freya)).toContain('and after')
  const whole = await words(freya)
  expect(whole).toBe('before while away and after')

  // Rows as well: an issue made while the server is away is sent when it is back, once.
  await freya.page.goto(`${base}/issues`)
  await freya.page.getByRole('heading', { name: 'No issues yet' }).waitFor()
  await mei.page.goto(`${base}/issues`)
  await mei.page.getByRole('heading', { name: 'No issues yet' }).waitFor()
  // She has been here for a moment: the parts fetched ahead have come.
  await freya.page.waitForLoadState('networkidle')
  server.kill()
  await freya.page.getByText(/^Offline\./).waitFor()
  await freya.page.keyboard.press('c')
  await freya.page.getByLabel('Title').fill('Written in the dark')
  await freya.page.keyboard.press('Control+Enter')
  await freya.page.getByText(/1 change waits/).waitFor()
  await server.start()
  await expect.poll(() => mei.page.getByText('Written in the dark').count()).toBe(1)
  await expect.poll(() => freya.page.getByText('Offline.').count()).toBe(0)
  expect(await freya.page.getByText('Written in the dark').count()).toBe(1)
  expect(await world.db('issues').where('name', 'Written in the dark').count('* as n').first()).toEqual({
    n: 1,
  })
})
