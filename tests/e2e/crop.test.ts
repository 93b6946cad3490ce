/** Pictures are cut to their shape before they are sent: by mouse, fingers and keys. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { picture } from '../support/pictures.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let here: Seat
let who: Person
let slug: string
let projectId: string

beforeAll(async () => {
  const server = await sharedServer()
  const team = await build(server).team()
  who = team.admin
  slug = team.workspace.slug
  projectId = team.project.id
  here = await seat(server.origin)
  await here.context.addCookies([
    { name: 'session-id', value: who.jar.get('session-id')!, url: server.origin },
  ])
})
afterAll(leaveSeats)
beforeEach(() => here.page.setViewportSize({ width: 1440, height: 900 }))

/** Black on its left half, white on its right. */
const halves = (width: number, height: number) => ({
  name: 'quay.png',
  mimeType: 'image/png',
  buffer: picture(width, height, x => (x < width / 2 ? 0 : 255)),
})

/** A stored picture as a browser decodes it: its size, its type, and how bright it is from left to right. */
const decoded = (address: string) =>
  here.page.evaluate(async at => {
    const blob = await (await fetch(at)).blob()
    const { width, height } = await createImageBitmap(blob)
    const context = new OffscreenCanvas(width, height).getContext('2d')!
    context.drawImage(await createImageBitmap(blob), 0, 0)
    const across = [0.05, 0.5, 0.95].map(part => {
      const [red = 0] = context.getImageData(Math.floor(width * part), height >> 1, 1, 1).data
      return red < 64 ? 'black' : red > 191 ? 'white' : 'grey'
    })
    return { width, height, type: blob.type, left: across[0], right: across[2] }
  }, address)

const dialog = () => here.page.getByRole('dialog')
const frame = () => dialog().getByRole('application', { name: 'Crop area' })
const placed = async () =>
  JSON.stringify(
    await dialog()
      .locator('img')
      .evaluate(one => (one as HTMLElement).style.transform),
  )
const isFocused = () => frame().evaluate(one => one === document.activeElement)

const address = async (path: string, name: string) =>
  String((await who.get<Record<string, unknown>>(path)).body[name] ?? '')
/** The address of the picture once it is another one than `before`. */
const next = async (path: string, name: string, before: string) => {
  await expect.poll(() => address(path, name)).not.toBe(before)
  return address(path, name)
}

test('the keys move and zoom a picture; the part in sight is sent, at a bounded size', async () => {
  const { page } = here
  await goWithin(page, '/profile')
  const before = await address('/api/users/me/', 'avatar_url')
  await page.getByLabel('Picture', { exact: true }).setInputFiles(halves(2400, 1200))
  await frame().waitFor()
  await expect.poll(isFocused).toBe(true)
  await sight(here)
  const began = await placed()
  for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowRight')
  await expect.poll(placed).not.toBe(began)
  const zoom = dialog().getByRole('slider', { name: 'Zoom' })
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await page.keyboard.press('-')
  await expect.poll(() => zoom.getAttribute('aria-valuetext')).toBe('110%')
  await dialog().getByRole('button', { name: 'Use picture' }).click()
  await dialog().waitFor({ state: 'detached' })
  const kept = await decoded(await next('/api/users/me/', 'avatar_url', before))
  expect(kept).toEqual({ width: 512, height: 512, type: 'image/webp', left: 'black', right: 'black' })
  const shown = page.locator('main img').first()
  await expect.poll(() => shown.evaluate(one => (one as HTMLImageElement).naturalWidth)).toBe(512)
})

test('the mouse drags it; Escape sends nothing', async () => {
  const { page } = here
  await goWithin(page, `/${slug}/settings`)
  const logo = () => address(`/api/workspaces/${slug}/`, 'logo_url')
  const before = await logo()
  await page.getByLabel('Logo', { exact: true }).setInputFiles(halves(2400, 1200))
  await expect.poll(isFocused).toBe(true)
  const box = (await frame().boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const drag = async () => {
    const began = await placed()
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 400, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(placed).not.toBe(began)
  }
  await drag()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  expect(await logo()).toBe(before)
  await page.getByLabel('Logo', { exact: true }).setInputFiles(halves(2400, 1200))
  await expect.poll(isFocused).toBe(true)
  await drag()
  await dialog().getByRole('button', { name: 'Use picture' }).click()
  const kept = await decoded(await next(`/api/workspaces/${slug}/`, 'logo_url', before))
  expect(kept).toMatchObject({ width: 512, height: 512, left: 'white', right: 'white' })
})

test('a cover on a phone: its own shape, never larger than the picture was; animations are left as they are', async () => {
  const { page } = here
  await page.setViewportSize({ width: 390, height: 844 })
  await goWithin(page, `/${slug}/projects/${projectId}/settings`)
  const at = `/api/workspaces/${slug}/projects/${projectId}/`
  const before = await address(at, 'cover_image_url')
  const field = page.getByLabel('Picture for the cover')
  await field.setInputFiles(halves(800, 800))
  await expect.poll(isFocused).toBe(true)
  await sight(here)
  await dialog().getByRole('button', { name: 'Use picture' }).click()
  const cut = await next(at, 'cover_image_url', before)
  expect(await decoded(cut)).toMatchObject({ width: 800, height: 200, left: 'black', right: 'white' })
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  await field.setInputFiles({ name: 'moving.gif', mimeType: 'image/gif', buffer: gif })
  expect(await decoded(await next(at, 'cover_image_url', cut))).toMatchObject({ width: 1, type: 'image/gif' })
})

test('a file that is no picture says so and cannot be sent', async () => {
  const { page } = here
  await goWithin(page, '/profile')
  const field = page.getByLabel('Picture', { exact: true })
  await field.setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await dialog().getByText('This file is not a picture that can be shown.').waitFor()
  await expect.poll(() => dialog().getByRole('button', { name: 'Use picture' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await field.setInputFiles({ name: 'drawn.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await page.getByText('A picture is a JPEG, PNG or WebP picture.').waitFor()
})
