import { expect, test } from 'vitest'
import type { Seat } from '../support/browser.ts'
import type { Person } from '../support/build.ts'
import { choose, type Given, give } from '../support/givenFiles.ts'
import { heldLine, heldStore } from '../support/held.ts'
import { until } from '../support/live.ts'
import { openIssue } from '../support/openIssue.ts'
import { caretAfter, openPage, slash } from '../support/openPage.ts'
import { picture } from '../support/pictures.ts'
import { sight } from '../support/sight.ts'

const lighthouse: Given = { name: 'lighthouse.png', mimeType: 'image/png', buffer: picture(400, 200) }

const images = ({ page }: Seat) => page.locator('.image-frame > img')
const isDrawn = (seat: Seat, count = 1) =>
  expect
    .poll(() =>
      images(seat).evaluateAll(all => all.filter(one => (one as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBe(count)

/** The form closes at once; the issue is there a moment later. */
const issueNamed = async (who: Person, path: string, name: string): Promise<string> => {
  let id = ''
  await until(async () => {
    const list = await who.get<{ results: { id: string; name: string }[] }>(`${path}/issues/`)
    id = list.body.results.find(one => one.name === name)?.id ?? ''
    return id !== ''
  })
  return id
}

test('images by slash, paste and drop; both see them, after a reload too', async () => {
  const world = await openPage()
  const [freya, mei] = [await world.sit(world.team.admin), await world.sit(world.team.member)]
  const made = await world.page('<p>One</p><p>Two</p>')
  const line = await heldLine(freya, /collaboration/)
  await world.open(freya, made.id)
  await world.open(mei, made.id)
  await caretAfter(freya, 'Two')
  await freya.page.keyboard.press('Enter')
  await choose(freya, () => slash(freya, 'image'), lighthouse)
  await isDrawn(freya)
  await isDrawn(mei)
  await world.becomes(
    made.id,
    /<p>Two<\/p><image-component src="[\w-]+" id="[\w-]+" width="400px" height="200px" aspectratio="2"><\/image-component><p><\/p>$/,
  )
  await give(freya, 'paste', [{ ...lighthouse, name: 'quay.png' }])
  await isDrawn(mei, 2)
  await give(freya, 'drop', [lighthouse, { ...lighthouse, name: 'mole.png' }])
  await isDrawn(mei, 4)
  await caretAfter(freya, 'One')
  await give(
    freya,
    'paste',
    [],
    `<p>In <b>words</b></p><img src="data:image/png;base64,${lighthouse.buffer.toString('base64')}">`,
  )
  await isDrawn(mei, 5)
  await world.becomes(made.id, /In <strong>words<\/strong>/)
  await expect.poll(async () => (await world.html(made.id)).match(/ src="[\w-]{36}"/g)?.length).toBe(5)
  await mei.page.reload()
  await isDrawn(mei, 5)
  await sight(mei)

  // Copied into another text it is an image of that one, and stays when this one goes.
  await images(mei).first().click()
  await mei.page.keyboard.press('Control+c')
  const other = await world.page('<p>Other</p>')
  await world.open(mei, other.id)
  await caretAfter(mei, 'Other')
  await mei.page.keyboard.press('Control+v')
  await isDrawn(mei)
  const imagesOf = async (id: string) =>
    [...(await world.html(id)).matchAll(/ src="([\w-]{36})"/g)].map(([, src]) => src ?? '')
  const theirs = await imagesOf(made.id)
  await expect
    .poll(async () => (await imagesOf(other.id)).filter(src => !theirs.includes(src)).length)
    .toBe(1)
  await isDrawn(mei)
  await world.open(mei, made.id)

  // Its writer goes on to another screen while it is being sent, and the text's waiting words are still on their way.
  await freya.page.waitForLoadState('networkidle')
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
  await freya.page.route('**/files/upload', async route => {
    await mayGo
    await route.continue()
  })
  await caretAfter(freya, 'Two')
  const sending = freya.page.waitForRequest('**/files/upload')
  line.holdBack()
  await give(freya, 'paste', [{ ...lighthouse, name: 'pier.png' }])
  await sending
  const store = await heldStore(freya, `page.${made.id}`)
  const again = freya.page.waitForEvent('websocket', socket => socket.url().includes('collaboration'))
  await freya.page.getByRole('main').getByRole('link', { name: 'Pages' }).click()
  await freya.page.getByRole('listitem').first().waitFor()
  await again
  const confirmed = freya.page.waitForResponse(answer => answer.request().method() === 'PATCH')
  letGo()
  await confirmed
  await store.letGo()
  line.letGo()
  await isDrawn(mei, 6)
  world.quiet()
})

test('an image is described, resized by keys, seen whole, taken back and brought again', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>One</p>')
  await world.open(freya, made.id)
  await caretAfter(freya, 'One')
  await choose(freya, () => page.getByRole('button', { name: 'Image', exact: true }).click(), lighthouse)
  await world.becomes(made.id, /width="400px" height="200px"/)
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Full screen')
  await page.keyboard.press('Enter')
  const whole = page.getByRole('dialog', { name: 'Image' })
  await whole.locator('img').waitFor()
  await page.keyboard.press('+')
  await whole.getByText('150%').waitFor()
  expect((await whole.locator('img').boundingBox())?.width).toBe(600)
  await sight(freya)
  await page.keyboard.press('Escape')
  await whole.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add alt text' }).click()
  await page.getByRole('textbox', { name: 'Describe the image' }).fill('A lighthouse')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'A lighthouse' }).waitFor()
  await page.getByRole('button', { name: '+ Caption' }).click()
  const caption = page.getByRole('textbox', { name: 'Caption' })
  await caption.pressSequentially('The light at the pie')
  await page.keyboard.type('r')
  const figure =
    /<figure><image-component [^>]*alt="A lighthouse"[^>]*><\/image-component><figcaption>(.*)<\/figcaption><\/figure>/
  await expect.poll(async () => figure.exec(await world.html(made.id))?.[1]).toBe('The light at the pier')
  await sight(freya)
  // Emptied it goes, and the image is as it was.
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await world.becomes(made.id, /^<p>One<\/p><image-component [^>]*><\/image-component><p><\/p>$/)
  await caption.fill('Pier')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Behind')
  await world.becomes(made.id, /<figcaption>Pier<\/figcaption><\/figure><p>Behind<\/p>$/)
  for (let letter = 0; letter < 6; letter++) await page.keyboard.press('Backspace')
  await page.getByRole('slider', { name: 'Image width' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await world.becomes(made.id, /alt="A lighthouse" width="340px" height="170px" aspectratio="2"/)
  for (let nth = 0; nth < 8; nth++) await page.keyboard.press('Shift+ArrowLeft')
  await world.becomes(made.id, /width="100px" height="50px"/)
  await images(freya).click()
  await page.keyboard.press('Backspace')
  await world.becomes(made.id, /^<p>One<\/p><p><\/p>$/)
  await page.keyboard.press('Control+z')
  await expect.poll(() => world.html(made.id)).toMatch(/src="[\w-]{36}"/)
  await isDrawn(freya)
  world.quiet()
})

test('a file that is no image, or too large, is refused in words; a failed one is tried again', async () => {
  const world = await openPage()
  const freya = await world.sit(world.team.admin)
  const { page } = freya
  const made = await world.page('<p>One</p>')
  await world.open(freya, made.id)
  const image = () => page.getByRole('button', { name: 'Image', exact: true }).click()
  await choose(freya, image, { name: 'tide.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await page.getByText('“tide.svg” was not added. Only PNG, JPEG, WebP and GIF').waitFor()
  await choose(freya, image, { ...lighthouse, name: 'huge.png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await page.getByText('“huge.png” was not added. It is larger than 5').waitFor()
  // A name alone makes no image: the server looks at the bytes.
  await choose(freya, image, { ...lighthouse, name: 'fake.png', buffer: Buffer.from('no picture') })
  await page.getByText('fake.png was not sent. The file is not what was announced.').waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'Remove fake.png' }).click()
  await world.becomes(made.id, /^<p>One<\/p>(<p><\/p>)*$/)

  await page.route('**/api/assets/**', route => route.abort())
  await choose(freya, image, lighthouse)
  await page.getByText('lighthouse.png will be uploaded once the server can be reached.').waitFor()
  await sight(freya)
  await page.unroute('**/api/assets/**')
  // By itself, and nothing informs it that it may.
  await isDrawn(freya)
  await world.becomes(made.id, /src="[\w-]{36}"/)
  world.quiet()
})

test('images of a comment and of an issue that did not exist are the others’ as well', async () => {
  const world = await openIssue()
  const { freya, mei, team } = world
  const issue = await world.issue('Sill')
  await world.open(issue.id, freya, mei)
  await freya.page.getByRole('button', { name: 'Comment…' }).click()
  await choose(
    freya,
    () => freya.page.getByRole('button', { name: 'Image', exact: true }).click(),
    lighthouse,
  )
  await isDrawn(freya)
  await freya.page.getByRole('button', { name: 'Send' }).click()
  const seen = mei.page.getByRole('button', { name: 'Full screen: image' })
  await seen.scrollIntoViewIfNeeded()
  await expect
    .poll(() => seen.locator('img').evaluate(one => (one as HTMLImageElement).naturalWidth))
    .toBe(400)
  await seen.click()
  await mei.page.getByRole('dialog', { name: 'Image' }).waitFor()
  await mei.page.keyboard.press('Escape')

  await freya.page.keyboard.press('Escape')
  await freya.page.getByText('Activity', { exact: true }).click()
  await freya.page.keyboard.press('c')
  const form = freya.page.getByRole('dialog', { name: 'New issue' })
  await form.getByRole('textbox', { name: 'Title' }).fill('With a picture')
  await choose(freya, () => form.getByRole('button', { name: 'Image', exact: true }).click(), lighthouse)
  await expect.poll(() => form.locator('.image-frame > img').count()).toBe(1)
  await form.getByRole('button', { name: 'Create issue' }).click()
  await form.waitFor({ state: 'detached' })
  await world.open(await issueNamed(team.member, team.path, 'With a picture'), mei)
  await isDrawn(mei)
  world.quiet()
})

test('an image goes along when the new issue goes to another project, where others see it', async () => {
  const world = await openIssue()
  const { freya, mei, make, team } = world
  const there = await make.project(team.admin, team.workspace.slug, { name: 'Harbour Desk' })
  await make.joinProject(team.admin, there.path, team.member, 15)
  const issue = await world.issue('Sill')
  await world.open(issue.id, freya, mei)
  await freya.page.keyboard.press('c')
  const form = freya.page.getByRole('dialog', { name: 'New issue' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Moved')
  await choose(freya, () => form.getByRole('button', { name: 'Image', exact: true }).click(), lighthouse)
  await isDrawn(freya)
  const sent = freya.page.waitForResponse(
    answer => answer.request().method() === 'PATCH' && answer.url().includes(`/projects/${there.id}/`),
  )
  await form.getByRole('button', { name: team.project.identifier }).click()
  await freya.page.getByRole('option', { name: 'Harbour Desk' }).click()
  expect((await sent).status()).toBe(204)
  await isDrawn(freya)
  await form.getByRole('button', { name: 'Create issue' }).click()
  await form.waitFor({ state: 'detached' })
  const made = await issueNamed(team.member, there.path, 'Moved')
  await mei.page.goto(`/${team.workspace.slug}/projects/${there.id}/issues/${made}`)
  await isDrawn(mei)
  world.quiet()
})
