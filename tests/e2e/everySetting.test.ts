/** Every screen of settings, of a person, a workspace, a project and the instance: by keys alone, in each theme. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filled, placeIds, placeOf } from '../../web/places/address.ts'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { readable } from '../support/contrast.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

const FRAMES = ['accountSettings', 'workspaceSettings', 'projectSettings', 'instance'] as const
const screens = placeIds.filter(id => FRAMES.some(frame => placeOf(id).listed?.includes(frame)))

let freya: Seat
let addresses: string[]
beforeAll(async () => {
  const server = await sharedServer()
  const make = build(server)
  await make.setUp()
  const who = await make.instanceAdmin()
  const { slug } = await make.workspace(who)
  const project = await make.project(who, slug)
  const member = await make.person()
  await make.joinWorkspace(who, slug, member, 15)
  await make.joinProject(who, project.path, member, 15)
  await who.post(`${project.path}/issue-labels/`, { name: 'Gate', color: '#0693E3' })
  await make.token(who, slug)
  freya = await seat(server.origin)
  for (const name of ['session-id', 'admin-session-id'])
    await freya.context.addCookies([{ name, value: who.jar.get(name) ?? '', url: server.origin }])
  addresses = screens.map(id => filled(placeOf(id).path, { slug, projectId: project.id }))
})
afterAll(leaveSeats)

const open = async (address: string) => {
  await goWithin(freya.page, address)
  await freya.page.getByRole('heading', { level: 2 }).first().waitFor()
  // Nothing waits, and nothing has changed for two glances.
  await freya.page.evaluate(async () => {
    const main = () => document.querySelector('main')?.textContent ?? ''
    const waits = () => !main() || document.querySelector('.skeleton, [aria-busy="true"]') !== null
    let last = ''
    for (let quiet = 0; quiet < 2; ) {
      await new Promise(resolve => setTimeout(resolve, 20))
      quiet = !waits() && main() === last ? quiet + 1 : 0
      last = main()
    }
  })
}

/** The controls of a screen that Tab should come to; of several that the arrows lead through, one. */
const controlsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea, [role="switch"], [role="slider"], [tabindex="0"])',
    )
    const named = (node: HTMLElement, at: number) => {
      node.dataset.control = `${at} ${node.ariaLabel ?? node.textContent.trim().slice(0, 30)}`
      return node.dataset.control
    }
    return [...all].flatMap((node, at) => {
      const isMeant =
        node.checkVisibility() && !node.matches(':disabled, [type="file"]') && !node.closest('[inert]')
      const isRoving =
        node.tabIndex < 0 && node.closest('[role="radiogroup"], [role="tablist"], [role="toolbar"]')
      const radio = node instanceof HTMLInputElement && node.type === 'radio' && !node.checked
      return isMeant && !isRoving && !radio ? [named(node, at)] : []
    })
  })

/** Notes in the page each control that gets the focus, and whether that is seen. */
const noteFocus = () => {
  const noted: { name: string; isSeen: boolean }[] = []
  document.addEventListener('focusin', ({ target }) => {
    const node = target as HTMLElement
    const isSeen = [node, node.parentElement, node.nextElementSibling].some(one => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
    noted.push({
      name: node.dataset.control ?? '',
      isSeen: isSeen || node.matches(':focus-visible input'),
    })
  })
  Object.assign(window, { noted })
}

const PRESSES = 20

/** The faults of a screen's controls under Tab. */
const walked = async ({ page }: Seat): Promise<string[]> => {
  const faults: string[] = []
  const wanted = new Set(await controlsOf(page))
  await page.locator('main').first().focus()
  await page.evaluate(() => (window as unknown as { noted: object[] }).noted.splice(0))
  for (let most = 200; most > 0 && wanted.size > 0; most -= PRESSES) {
    for (let press = 0; press < Math.min(PRESSES, wanted.size); press++) await page.keyboard.press('Tab')
    const { noted, isOut } = await page.evaluate(() => ({
      noted: (window as unknown as { noted: { name: string; isSeen: boolean }[] }).noted.splice(0),
      isOut: document.activeElement === document.body,
    }))
    for (const { name, isSeen } of noted.filter(one => one.name)) {
      if (!isSeen) faults.push(`the focus is not seen on ${name}`)
      wanted.delete(name)
    }
    if (isOut) break
  }
  return [...faults, ...[...wanted].map(name => `Tab passes ${name}`)]
}

test('Tab comes to every control, and shows where it is; each screen is clean, in each theme', async () => {
  const faults: string[] = []
  await freya.page.goto(addresses[0]!)
  await freya.page.evaluate(noteFocus)
  for (const address of addresses) {
    await open(address)
    for (const fault of await walked(freya)) faults.push(`${address}: ${fault}`)
    await sight(freya)
    await readable(freya)
  }
  expect(faults).toEqual([])
})

test('each of them is clean on a phone, where their list tells what some of them are set to', async () => {
  await freya.page.setViewportSize({ width: 390, height: 844 })
  for (const address of addresses) {
    await open(address)
    await sight(freya)
  }
  await open('/profile')
  await freya.page.getByRole('button', { name: 'All settings' }).click()
  const appearance = freya.page.getByRole('link').filter({ hasText: 'Appearance' })
  await appearance.getByText('As the system').waitFor()
})
