/** Text and title while the server, or a part of the way to it, is away. */
import type { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { goWithin } from '../support/browser.ts'
import { cable } from '../support/cable.ts'
import { caretAfter, openPage, text, waitingIn } from '../support/openPage.ts'
import { cutOffWaiting, holdText } from '../support/troubledDatabase.ts'

const two = '<p>One</p><p>Two</p>'

test('without the socket a text is saved by ordinary calls, and says what waits', async () => {
  const world = await openPage()
  const { team } = world
  const mei = await world.sit(team.member)
  const made = await world.page(two)
  const issue = await world.make.issue(team.admin, team.path, { description_html: '<p>Low</p>' })
  const at = `/issues/${issue.id}`
  const openIssue = () => goWithin(mei.page, `/${team.workspace.slug}/projects/${team.project.id}${at}`)
  const description = mei.page.getByRole('textbox', { name: 'Description' })
  await openIssue()
  await description.getByText('Low').waitFor()
  await mei.page.getByText('Saved', { exact: true }).waitFor()
  await world.open(mei, made.id)
  await mei.page.routeWebSocket(/collaboration/, socket => void socket.close())
  await mei.page.reload()
  await caretAfter(mei, 'Two')
  await mei.page.keyboard.type('!')
  await mei.page
    .getByText(/, changes waiting$/)
    .first()
    .waitFor()
  await mei.page.keyboard.press('Control+s')
  await world.becomes(made.id, '<p>One</p><p>Two!</p>')
  await mei.page.getByText(/, changes waiting$/).waitFor({ state: 'detached' })

  await openIssue()
  await description.getByText('Low').click()
  await mei.page.keyboard.press('End')
  await mei.page.keyboard.type(' water')
  await mei.page
    .getByText(/, changes waiting$/)
    .first()
    .waitFor()
  await mei.page.keyboard.press('Control+s')
  const stored = async () =>
    (await team.admin.get<{ description_html: string }>(`${team.path}${at}/`)).body.description_html
  await expect.poll(stored).toBe('<p>Low water</p>')
  world.quiet()
})

test('words written offline outlive the browser’s tab and are merged when it is back', async () => {
  const world = await openPage()
  const { team } = world
  const [freya, mei] = [await world.sit(team.admin), await world.sit(team.member)]
  const made = await world.page(two)
  const pull = await cable(mei)
  await world.open(mei, made.id)
  await pull(true)
  await mei.page
    .getByText(/^Offline/)
    .first()
    .waitFor()
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' offline')
  await mei.page.getByText('Offline, changes waiting').waitFor()
  await expect.poll(() => waitingIn(mei)).toBe(8)
  await mei.page.close()
  // The database fails while her text is read: that is no judgement, and it is asked for again.
  const release = await holdText(world.server.db, made.id)
  await freya.page.goto(world.address(made.id))
  await cutOffWaiting(world.server.db)
  await release()
  await freya.page.getByText('Saved', { exact: true }).waitFor()
  await caretAfter(freya, 'Two')
  await freya.page.keyboard.type(' online')
  await world.becomes(made.id, '<p>One</p><p>Two online</p>')
  await pull(false)
  mei.page = await mei.context.newPage()
  await mei.page.goto(world.address(made.id))
  await mei.page.getByText('Your offline changes were added.').waitFor()
  await world.becomes(made.id, '<p>One offline</p><p>Two online</p>')
  await freya.page.getByText('One offline').waitFor()
  await mei.page.getByText('Saved', { exact: true }).waitFor()

  // Left before the line is back, it is sent all the same, without being opened again.
  const toList = mei.page.getByRole('main').getByRole('link', { name: 'Pages' })
  // Seen once, the list needs no part of the client that would have to be fetched.
  await toList.click()
  await mei.page.getByRole('list', { name: 'Pages' }).waitFor()
  await mei.page.goBack()
  await mei.page.getByText('Saved', { exact: true }).waitFor()
  await pull(true)
  await mei.page
    .getByText(/^Offline/)
    .first()
    .waitFor()
  await caretAfter(mei, 'One offline')
  await mei.page.keyboard.type('!!')
  await mei.page.getByText('Offline, changes waiting').waitFor()
  await expect.poll(() => waitingIn(mei)).toBe(2)
  await toList.click()
  const mark = mei.page.getByRole('img', { name: 'Not sent yet' })
  await mark.waitFor()
  // In a browser that saves data the words for what waits have not come.
  await mei.page.getByText('Offline. Your changes are kept here until they can be sent.').waitFor()
  await pull(false)
  await world.becomes(made.id, '<p>One offline!!</p><p>Two online</p>')
  await mark.waitFor({ state: 'detached' })
  world.quiet()
})

test('clearing the browser’s data while a text is open leaves its person writing on', async () => {
  const world = await openPage()
  const mei = await world.sit(world.team.member)
  const made = await world.page(two)
  await world.open(mei, made.id)
  const line = await mei.context.newCDPSession(mei.page)
  await line.send('Storage.clearDataForOrigin', { origin: world.server.origin, storageTypes: 'indexeddb' })
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' and a half')
  await world.becomes(made.id, '<p>One and a half</p><p>Two</p>')
  await mei.page.getByText('Saved', { exact: true }).waitFor()
  world.quiet()
})

test('a change that met a short gap, or a gateway that answered for the server, is sent by itself', async () => {
  const world = await openPage()
  const mei = await world.sit(world.team.member)
  const made = await world.page(two, {}, world.team.member)
  await world.open(mei, made.id)
  const { page } = mei
  const named = (name: string) =>
    expect
      .poll(
        async () =>
          (await world.team.admin.get<{ name: string }>(`${world.team.path}/pages/${made.id}/`)).body.name,
      )
      .toBe(name)
  const calls = (url: URL) => url.pathname.startsWith('/api/')
  // The sockets live on: nothing says that the line is back.
  for (const [name, answer] of [
    ['Gap', null],
    ['Gateway', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
    ['Portal', { status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }],
  ] as const) {
    await page.route(calls, route => (answer ? route.fulfill(answer) : route.abort()))
    await page.getByLabel('Title').fill(name)
    await page.getByLabel('Title').press('Enter')
    await page.waitForTimeout(500)
    expect(await page.getByText(/not saved/).count()).toBe(0)
    await page.unroute(calls)
    await named(name)
  }
  // The last change wins, however many had waited before it.
  await page.route(calls, route => route.abort())
  for (const name of ['Older', 'Newer']) {
    await page.getByLabel('Title').fill(name)
    await page.getByLabel('Title').press('Enter')
    await page.waitForTimeout(300)
  }
  await page.unroute(calls)
  await named('Newer')
  await page.waitForTimeout(2_500)
  await named('Newer')
})

test('a text that is longer than the server takes says so, and is sent when it is shorter', async () => {
  const world = await openPage()
  const mei = await world.sit(world.team.member)
  const made = await world.page('<p>One</p>')
  await world.open(mei, made.id)
  type Held = { editor: Editor }
  await text(mei).evaluate(node => {
    const words = { type: 'text', text: 'x'.repeat(4_000_000) }
    ;(node as unknown as Held).editor.commands.insertContentAt(0, { type: 'paragraph', content: [words] })
  })
  await mei.page.getByText('Too long to be saved, changes waiting').waitFor()
  await text(mei).evaluate(node => {
    const { commands, state } = (node as unknown as Held).editor
    commands.deleteRange({ from: 0, to: state.doc.firstChild?.nodeSize ?? 0 })
  })
  await mei.page.getByText('Saved', { exact: true }).waitFor()
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' more')
  await world.becomes(made.id, '<p>One more</p>')
  world.quiet()
})

test('a member taken out while offline is led out by a sentence, and offered the words typed meanwhile', async () => {
  const world = await openPage()
  const { team } = world
  const mei = await world.sit(team.member, { anew: true })
  const made = await world.page(two)
  const pull = await cable(mei)
  await world.open(mei, made.id)
  await pull(true)
  await caretAfter(mei, 'One')
  await mei.page.keyboard.type(' offline')
  await mei.page.getByText('Offline, changes waiting').waitFor()
  await expect.poll(() => waitingIn(mei)).toBe(8)
  const { body } = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
  const own = body.find(({ member }) => member === team.member.id)?.id
  await team.admin.patch(`${team.path}/`, { network: 0 })
  expect((await team.admin.delete(`${team.path}/members/${own}/`)).status).toBe(204)
  await pull(false)
  await mei.page.getByText('You no longer have access to').waitFor()
  await mei.page.getByText('Your changes were not sent: that text is no longer shared with you.').waitFor()
  await mei.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await mei.page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => mei.page.evaluate(() => navigator.clipboard.readText())).toContain('One offline')
  await world.becomes(made.id, '<p>One</p><p>Two</p>')
})
