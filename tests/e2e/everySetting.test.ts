/** Every screen of settings, of a person, a workspace, a project and the instance: by keys alone, in each theme. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filled, placeIds, placeOf } from '../../web/places/address.ts'
import { axe } from '../support/axe.ts'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { sharedServer } from '../support/server.ts'

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
  await freya.page.waitForLoadState('networkidle')
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

/** The control that has the focus, and whether that is seen. */
const focusedOn = (page: Page) =>
  page.evaluate(() => {
    const node = document.activeElement as HTMLElement | null
    if (!node || node === document.body) return null
    const isSeen = [node, node.parentElement, node.nextElementSibling].some(one => {
      if (!one) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
    return { name: node.dataset.control ?? '', isSeen: isSeen || node.matches(':focus-visible input') }
  })

test('Tab comes to every control, and shows where it is', async () => {
  const faults: string[] = []
  for (const address of addresses) {
    await open(address)
    const wanted = new Set(await controlsOf(freya.page))
    await freya.page.locator('main').first().focus()
    for (let presses = 0; presses < 200; presses++) {
      await freya.page.keyboard.press('Tab')
      const focused = await focusedOn(freya.page)
      if (!focused) break
      if (!focused.name) continue
      if (!focused.isSeen) faults.push(`${address}: the focus is not seen on ${focused.name}`)
      wanted.delete(focused.name)
      if (wanted.size === 0) break
    }
    for (const name of wanted) faults.push(`${address}: Tab passes ${name}`)
  }
  expect(faults).toEqual([])
})

test('each of them is clean in each theme, and on a phone', async () => {
  for (const address of addresses) {
    await open(address)
    for (const theme of ['light', 'dark', 'light-contrast', 'dark-contrast']) {
      await freya.page.evaluate(name => {
        document.documentElement.dataset.theme = name
      }, theme)
      await axe(freya)
    }
  }
  await freya.page.setViewportSize({ width: 390, height: 844 })
  for (const address of addresses) {
    await open(address)
    await axe(freya)
  }
  // Their list tells what some of them are set to.
  await open('/profile')
  await freya.page.getByRole('button', { name: 'All settings' }).click()
  const appearance = freya.page.getByRole('link').filter({ hasText: 'Appearance' })
  await appearance.getByText('As the system').waitFor()
})
