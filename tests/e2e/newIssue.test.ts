import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { takeIn } from '../support/searches.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { toastCoversNoField } from '../support/toast.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat
/** Freya's, too. */
let elsewhere: string
beforeAll(async () => {
  screens = await issueScreens({
    Dredging: { priority: 'high' },
  })
  elsewhere = `${screens.slug}-elsewhere`
  await screens.team.admin.post('/api/workspaces/', { name: 'Elsewhere', slug: elsewhere })
  freya = screens.freya
  mei = screens.mei
})
afterAll(leaveSeats)

const row = ({ page }: Seat, name: string) => page.locator('[data-issue]').filter({ hasText: name }).first()
const creations = (url: URL) => /\/issues\/$/.test(url.pathname)
/** Until it is taken back no issue is created. */
const refuseNew = ({ page }: Seat) =>
  page.route(creations, route =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: 'No.' } })
      : route.fallback(),
  )
const undo = (who: Seat) => who.page.keyboard.press('Control+z')

test('the form of a new issue: begun by the list, kept as a draft, made from it, by keys', async () => {
  await screens.look(freya, 'layout=list&group_by=&priority=high')
  const { page } = freya
  await row(freya, 'Dredging').waitFor()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'New issue' })
  await form.getByLabel('Title').fill('Berth lights')
  await form.getByRole('button', { name: 'Priority: High' }).waitFor()
  await form.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Every third one')
  await sight(freya)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Save as a draft?' })
  await question.waitFor()
  await sight(freya)
  await question.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Berth lights', exact: true }).waitFor()
  await sight(freya)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const draft = page.getByRole('dialog', { name: 'Draft' })
  await draft.getByText('Every third one').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'No drafts' }).waitFor()
  await screens.look(mei, 'layout=list&group_by=')
  await row(mei, 'Berth lights').getByLabel('High', { exact: true }).waitFor()
})

test('drafts are deleted together and brought back', async () => {
  const { page } = freya
  await goWithin(page, `/${screens.slug}/drafts`)
  await page.getByRole('heading', { name: 'No drafts' }).waitFor()
  for (const name of ['Ladder', 'Bollard']) {
    await page.keyboard.press('c')
    await page.getByLabel('Title').fill(name)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('button', { name, exact: true }).waitFor()
  }
  await page.keyboard.press('Control+a')
  await page.keyboard.press('#')
  await page.getByRole('button', { name: 'Delete 2 drafts' }).click()
  await page.getByRole('heading', { name: 'No drafts' }).waitFor()
  await undo(freya)
  await page.getByRole('button', { name: 'Ladder', exact: true }).waitFor()
  await page.getByRole('link', { name: /Drafts\s*2/ }).waitFor()
  await page.getByRole('button', { name: 'Ladder', exact: true }).focus()
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await sight(freya)
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'Ladder (copy)', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Ladder (copy)', exact: true }).waitFor({ state: 'detached' })
})

test('quick add: words set fields, pasted lines are as many issues, Ctrl+Enter opens the form', async () => {
  await screens.look(freya, 'layout=list&group_by=')
  const { page } = freya
  await page.getByRole('button', { name: 'New issue', exact: true }).last().click()
  const field = page.getByLabel('New issue title')
  await field.fill('Paint the pier !urgent')
  await page.getByRole('status').filter({ hasText: 'urgent' }).waitFor()
  await sight(freya)
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('')
  await row(freya, 'Paint the pier').getByLabel('Urgent', { exact: true }).waitFor()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '- Rope\n- Anchor\n- Buoy')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  for (const name of ['Rope', 'Anchor', 'Buoy']) await row(freya, name).waitFor()
  await field.fill('Fender !low')
  await page.keyboard.press('Control+Enter')
  const form = page.getByRole('dialog', { name: 'New issue' })
  await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('Fender')
  await form.getByRole('button', { name: 'Priority: Low' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.keyboard.press('Escape')
  await undo(freya)
  await expect.poll(() => row(freya, 'Buoy').count()).toBe(0)
  await expect.poll(() => row(freya, 'Paint the pier').count()).toBe(1)
})

test('after a new issue the focus is where the work goes on: at the newest line, or on the screen as before', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=')
  await page.keyboard.press('j')
  await expect.poll(() => focusedText(freya)).not.toBe('')
  await page.getByRole('button', { name: 'New issue', exact: true }).last().click()
  await page.getByLabel('New issue title').fill('Splice the stern line')
  const answered = page.waitForResponse(
    answer => creations(new URL(answer.url())) && answer.request().method() === 'POST',
  )
  await page.keyboard.press('Enter')
  await (await answered).finished()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedText(freya)).toBe('Splice the stern line')
  await screens.lookAnew(freya, 'layout=list&group_by=')
  await page.locator('main').evaluate(main => main.focus())
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'New issue' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('the words of the form survive a refusal, a reload and a cleared text', async () => {
  const { page } = freya
  const form = page.getByRole('dialog', { name: 'New issue' })
  const draft = page.getByRole('dialog', { name: 'Draft' })
  const text = page.getByRole('textbox', { name: 'Description' })
  const titled = async (name: string) =>
    (
      await screens.team.admin.get<{ results: { name: string; id: string }[] }>(
        `/api/workspaces/${screens.slug}/issues/?name=${encodeURIComponent(name)}`,
      )
    ).body.results.find(one => one.name === name)
  await goWithin(page, `/${screens.slug}/drafts`)
  await page.getByRole('button', { name: 'Ladder', exact: true }).waitFor()
  await page.keyboard.press('c')
  await form.getByLabel('Title').fill('Fog horn')
  await text.click()
  await page.keyboard.type('Two tones')
  await page.reload()
  await page.getByRole('button', { name: 'Ladder', exact: true }).waitFor()
  await page.keyboard.press('c')
  await form.getByText('Two tones').waitFor()
  expect(await form.getByLabel('Title').inputValue()).toBe('Fog horn')
  // It says that it goes on with these words, and lets go of them for good.
  await form.getByText('Continued from your draft').waitFor()
  await form.getByRole('button', { name: 'Discard' }).click()
  await form.getByText('Continued from your draft').waitFor({ state: 'detached' })
  expect(await form.getByLabel('Title').inputValue()).toBe('')
  expect(await form.getByText('Two tones').count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => form.count()).toBe(0)
  await page.keyboard.press('c')
  expect(await form.getByText('Continued from your draft').count()).toBe(0)
  await form.getByLabel('Title').fill('Fog horn')
  await text.click()
  await page.keyboard.type('Two tones')
  await form.getByText('Two tones').waitFor()

  await refuseNew(freya)
  await page.keyboard.press('Control+Enter')
  await page.getByText('“Fog horn” was not created. No.').waitFor()
  await form.getByText('Two tones').waitFor()
  expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  // While somebody writes elsewhere the words wait, whatever else is announced.
  await form.getByRole('checkbox', { name: 'Create more' }).click()
  await page.keyboard.press('Control+Enter')
  await form.getByLabel('Title').fill('Buoy')
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute(creations)
  await form.getByLabel('Title').press('Control+Enter')
  await page.getByRole('button', { name: 'Open', exact: true }).waitFor()
  await page.locator('[data-toast]').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => titled('Fog horn')).toBeDefined()
  await page.keyboard.press('Escape')
  await expect.poll(() => form.count()).toBe(0)

  // A stored form of another version of the client, or an unreadable one, is not in the way.
  const { adminId, projectId } = screens
  for (const [kept, title] of [
    [JSON.stringify({ projectId, name: 'Older words' }), 'Older words'],
    ['{', ''],
  ] as const) {
    await page.evaluate(([key, words]) => localStorage.setItem(key, words), [
      `tandem:issueForm:new:${adminId}`,
      kept,
    ] as const)
    await page.keyboard.press('c')
    await expect.poll(() => form.getByLabel('Title').inputValue()).toBe(title)
    await page.keyboard.press('Escape')
    if (title) await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => form.count()).toBe(0)
  }

  await page.keyboard.press('c')
  expect(await form.getByLabel('Title').inputValue()).toBe('')
  await form.getByLabel('Title').fill('Hush')
  await text.click()
  await page.keyboard.type('secret words')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Hush', exact: true }).click()
  await draft.getByText('secret words').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(/\/issues\/[\w-]+$/)
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  const made = await titled('Hush')
  const stored = await screens.team.admin.get<{ description_html: string }>(
    `${screens.team.path}/issues/${made?.id}/`,
  )
  expect(stored.body.description_html).toBe('<p></p>')
})

test('words that were refused wait through another workspace, where nothing can be made of them', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=')
  await page.getByRole('button', { name: 'New issue', exact: true }).last().click()
  await page.getByLabel('New issue title').fill('Siren')
  await refuseNew(freya)
  await page.keyboard.press('Enter')
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  await page.unroute(creations)
  await goWithin(page, `/${elsewhere}/drafts`)
  await page.getByRole('heading', { name: 'No drafts' }).waitFor()
  await retry.click()
  await page.getByText('“Siren” was not created. Its project is not in this workspace').waitFor()
  await screens.look(freya, 'layout=list&group_by=')
  await retry.click()
  await row(freya, 'Siren').waitFor()
})

/** Holds the answers of these calls back; `let` lets them through. */
const heldAnswers = async ({ page }: Seat, address: RegExp, method = 'GET') => {
  const gate = Promise.withResolvers<void>()
  let held = 0
  await page.route(address, async route => {
    if (route.request().method() !== method) return await route.fallback()
    const answer = await route.fetch()
    held++
    await gate.promise
    await route.fulfill({ response: answer })
  })
  return {
    arrived: () => expect.poll(() => held).toBe(1),
    release: async () => {
      const answered = page.waitForResponse(address)
      gate.resolve()
      await (await answered).finished()
      await page.unroute(address)
    },
  }
}

test('what was asked in one workspace and is answered late is not shown in another', async () => {
  const { page } = freya
  const { team, slug } = screens
  const theOther = `nav a[href*="${team.project.id}"], [data-issue]`
  await screens.look(freya, 'layout=list&group_by=')
  await row(freya, 'Dredging').waitFor()
  await page.getByRole('button', { name: 'New issue', exact: true }).last().click()
  await page.getByLabel('New issue title').fill('Foghorn')
  const creation = await heldAnswers(freya, /\/issues\/$/, 'POST')
  await page.keyboard.press('Enter')
  await creation.arrived()
  await goWithin(page, `/${elsewhere}/workspace-views/all-issues?layout=list`)
  await page.getByRole('heading', { name: 'No issues yet' }).waitFor()
  const snapshot = await heldAnswers(freya, new RegExp(`/${slug}/bootstrap/`))
  await goWithin(page, `/${slug}/workspace-views/all-issues?layout=list`)
  await snapshot.arrived()
  // Back before it is there.
  await goWithin(page, `/${elsewhere}/workspace-views/all-issues?layout=list`)
  await page.getByRole('heading', { name: 'No issues yet' }).waitFor()
  await page.evaluate(selector => {
    const look = () => document.querySelector(selector) && document.body.setAttribute('data-seen', selector)
    look()
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  }, theOther)
  await creation.release()
  await snapshot.release()
  // A change there is seen: the log is still read, from where it was.
  await team.admin.post(`/api/workspaces/${elsewhere}/projects/`, { name: 'Lighthouses', identifier: 'LIT' })
  await page.getByRole('navigation').getByText('Lighthouses').waitFor()
  expect(await page.locator('body').getAttribute('data-seen')).toBe(null)
  await screens.look(freya, 'layout=list&group_by=')
  await row(freya, 'Foghorn').waitFor()
  expect(freya.errors).toEqual([])
})

test('what may be there already is shown beside the words of a new issue, before it is made', async () => {
  const { admin, path } = screens.team
  await admin.post(`${path}/issues/`, { name: 'Gate codes arrive twice by mail' })
  await takeIn(await sharedServer(), screens.team.workspace.id)
  await screens.look(freya, 'layout=list&group_by=&priority=high')
  const { page } = freya
  await row(freya, 'Dredging').waitFor()
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'New issue' })
  await form.getByLabel('Title').fill('A gate code arrived twice')
  await form.getByRole('button', { name: 'One likely duplicate' }).click()
  const link = form.getByRole('link', { name: 'Gate codes arrive twice by mail' })
  await link.waitFor()
  await sight(freya)
  expect(await link.getAttribute('href')).toMatch(/\/issues\//)
  await form.getByLabel('Title').fill('Something else entirely')
  await form.getByRole('region', { name: 'Likely duplicates' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('a toast covers no field of a new issue, wherever the form is', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=')
  await screens.title(freya, 'Dredging').focus()
  await page.keyboard.press('Control+Shift+,')
  const toast = page.locator('[data-toast]')
  await toast.hover()
  for (const width of [390, 768, 1440])
    for (const height of [844, 420]) {
      await page.setViewportSize({ width, height })
      await page.keyboard.press('c')
      const form = page.getByRole('dialog', { name: 'New issue' })
      await form.getByLabel('Title').fill('Berth lights')
      await toastCoversNoField(freya)
      await form.getByRole('textbox', { name: 'Description' }).click()
      await toastCoversNoField(freya)
      await form.getByLabel('Title').fill('')
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
      await toast.hover()
    }
})
