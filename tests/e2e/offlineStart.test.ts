/** The browser is started anew while the server is away: read rows are there, written ones are kept. */
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { caretAfter, text } from '../support/openPage.ts'
import { program } from '../support/program.ts'
import { startServer } from '../support/server.ts'

const begin = async () => {
  const world = await startServer()
  const make = build(world)
  const team = await make.team()
  const made = await make.page(team.admin, team.path, { name: 'Season', description_html: '<p>Tides</p>' })
  const server = await program(world.url)
  onTestFinished(leaveSeats)
  await server.start()
  const sit = async (who: Person): Promise<Seat> => {
    const one = await seat(server.origin, { startsOffline: true })
    await one.context.addCookies([
      { name: 'session-id', value: who.jar.get('session-id')!, url: server.origin },
    ])
    return one
  }
  const address = `/${team.workspace.slug}/projects/${team.project.id}/pages/${made.id}`
  const html = async () =>
    (await team.admin.get<{ description_html: string }>(`${team.path}/pages/${made.id}/`)).body
      .description_html
  /** Until the next start needs no server, nor does a menu: those come once the first screen stands. */
  const isKept = ({ page }: Seat) =>
    expect
      .poll(
        () =>
          page.evaluate(async () => {
            const files = await (await caches.open('files')).keys()
            const starts = await (await caches.open('starts')).keys()
            const hasMenus = files.some(({ url }) => url.includes('/LoadedMenu'))
            const hasPage = files.some(({ url }) => new URL(url).pathname === '/')
            return navigator.serviceWorker.controller ? [hasPage, hasMenus, starts.length] : []
          }),
        { timeout: 20_000 },
      )
      .toEqual([true, true, 4])
  return { server, team, sit, address, html, isKept }
}

const keptSnapshot = ({ page }: Seat) =>
  page.evaluate(async () => {
    const cache = await caches.open('starts')
    const path = (await cache.keys()).find(({ url }) => url.endsWith('/bootstrap/'))
    return path && (await cache.match(path))?.text()
  })

test('a page is read and written in a browser that was started without the server, and merged when that is back', async () => {
  const { server, team, sit, address, html, isKept } = await begin()
  const mei = await sit(team.member)
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  await isKept(mei)
  // A file opened by its address is not kept as the page.
  await mei.page.goto('/icon.svg')
  // Of two starts the last one is kept; neither a call nor a file of the client waits for the worker.
  await team.admin.patch(`${team.path}/`, { name: 'Pier' })
  const answered: [string, boolean][] = []
  mei.page.on('response', response =>
    answered.push([new URL(response.url()).pathname.split('/')[1] ?? '', response.fromServiceWorker()]),
  )
  await mei.page.goto(address)
  await mei.page.getByRole('link', { name: 'Pier' }).first().waitFor()
  await text(mei).getByText('Tides').waitFor()
  expect(answered.some(([, isWorker]) => isWorker)).toBe(true)
  for (const below of ['api', 'assets']) {
    expect(answered.filter(([at]) => at === below).length).toBeGreaterThan(3)
    expect(answered.filter(([at, isWorker]) => at === below && isWorker)).toEqual([])
  }
  await expect.poll(() => keptSnapshot(mei), { timeout: 20_000 }).toContain('"Pier"')

  server.kill()
  await mei.page.close()
  mei.page = await mei.context.newPage()
  // The browser lets go of what it has kept by itself when others need the room.
  await (await mei.context.newCDPSession(mei.page)).send('Network.clearBrowserCache')
  await mei.page.goto(address)
  await mei.page.getByRole('link', { name: 'Pier' }).first().waitFor()
  await text(mei).getByText('Tides').waitFor()
  await caretAfter(mei, 'Tides')
  await mei.page.keyboard.type(' in spring')
  await mei.page.getByRole('button', { name: /10 changes wait/ }).waitFor()
  await mei.page.getByText('Offline. 10 changes wait here').waitFor()
  await mei.page.reload()
  await text(mei).getByText('Tides in spring').waitFor()
  await mei.page.getByRole('button', { name: /10 changes wait/ }).waitFor()

  await server.start()
  await expect.poll(html, { timeout: 40_000 }).toBe('<p>Tides in spring</p>')
  await mei.page.getByText('Saved', { exact: true }).waitFor()
  // A part that was not kept has not failed meanwhile: a browser would not ask for it again.
  await mei.page.getByRole('link', { name: 'Analytics' }).click()
  await mei.page.getByText('There are no issues here yet.').waitFor()
  expect(mei.errors).toEqual([])
})

test('a page starts as it was kept where a gateway answers for the server', async () => {
  const { server, team, sit, address, isKept } = await begin()
  const mei = await sit(team.member)
  const asked: (string | undefined)[] = []
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  await isKept(mei)
  const { port } = new URL(server.origin)
  server.kill()
  await expect.poll(server.hasEnded).toBe(true)
  const gateway = createServer((request, answer) => {
    asked.push(request.url)
    answer.writeHead(503).end('<h1>Back soon</h1>')
  })
  onTestFinished(() => void gateway.close())
  await new Promise<void>(resolve => gateway.listen(Number(port), '127.0.0.1', resolve))
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  expect(asked.filter(path => path === address)).toEqual([address])
})

test('signing out leaves nothing behind for a start without the server, nor does the next person find it', async () => {
  const { server, team, sit, address, isKept } = await begin()
  const mei = await sit(team.member)
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  await isKept(mei)
  // Another's session, without a word from the one before.
  await mei.context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id')!, url: server.origin },
  ])
  await mei.page.goto('/')
  /** The owner of the kept rows, if there are any. */
  const keptOf = async () => {
    const kept = await keptSnapshot(mei)
    return kept ? (JSON.parse(kept) as { viewer: { id: string } }).viewer.id : null
  }
  await expect.poll(keptOf).toBe(team.admin.id)
  const textsOf = async (who: Person) => {
    const all = await mei.page.evaluate(async () => (await indexedDB.databases()).map(one => one.name))
    return all.filter(name => name?.startsWith(`tandem.${who.id}.`)).length
  }
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  await expect.poll(() => textsOf(team.admin)).toBe(1)
  const signOut = async () => {
    await mei.page
      .getByRole('button', { name: /person/ })
      .first()
      .click()
    await mei.page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  await mei.context.setOffline(true)
  await signOut()
  await mei.page.getByText('You are still signed in. The server cannot be reached.').waitFor()
  await mei.context.setOffline(false)
  await signOut()
  await mei.page.getByRole('textbox', { name: /mail/i }).waitFor()
  expect(await keptOf()).toBe(null)
  expect(await textsOf(team.admin)).toBe(0)
  server.kill()
  await mei.page.goto(address).catch(() => {})
  expect(await mei.page.content()).not.toContain('Tides')
})

test('a tab that was never quiet keeps nothing once another has signed in somebody else', async () => {
  const { server, team, sit, address, isKept } = await begin()
  const mei = await sit(team.member)
  await mei.page.goto(address)
  await isKept(mei)
  const busy = await mei.context.newPage()
  await busy.addInitScript(() => {
    const held: IdleRequestCallback[] = []
    window.requestIdleCallback = look => held.push(look)
    Object.assign(window, {
      endBusy: () => held.splice(0).map(look => look({ didTimeout: false, timeRemaining: () => 50 })),
    })
  })
  await busy.goto(address)
  await text({ page: busy }).getByText('Tides').waitFor()
  await mei.context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id')!, url: server.origin },
  ])
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  const owner = async () => {
    const kept = await keptSnapshot(mei)
    return kept ? (JSON.parse(kept) as { viewer: { id: string } }).viewer.id : null
  }
  await expect.poll(owner).toBe(team.admin.id)
  const ended = await busy.evaluate(
    () => (window as unknown as { endBusy: () => unknown[] }).endBusy().length,
  )
  expect(ended).toBeGreaterThan(0)
  await busy.waitForTimeout(500)
  expect(await owner()).toBe(team.admin.id)
})

test('a file that was on its way while the worker began is kept as well', async () => {
  const { team, sit, address, isKept } = await begin()
  const mei = await sit(team.member)
  let isAsked = false
  const { promise: mayCome, resolve: send } = Promise.withResolvers<void>()
  await mei.page.route('**/assets/LoadedMenu*', async route => {
    isAsked = true
    await mayCome
    await route.continue()
  })
  await mei.page.exposeFunction('isAsked', () => isAsked)
  await mei.page.addInitScript(() => {
    const { serviceWorker } = navigator
    const register = serviceWorker.register.bind(serviceWorker)
    const asked = (window as unknown as { isAsked: () => Promise<boolean> }).isAsked
    serviceWorker.register = async (...given) => {
      while (!(await asked())) await new Promise(resolve => setTimeout(resolve, 20))
      return register(...given)
    }
  })
  await mei.page.goto(address)
  await mei.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // The list of what the page had loaded until now has been told.
  await expect
    .poll(() => mei.page.evaluate(async () => (await (await caches.open('files')).keys()).length))
    .toBeGreaterThan(5)
  send()
  await isKept(mei)
})
