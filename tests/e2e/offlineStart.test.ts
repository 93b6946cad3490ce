/** The server is away, also at the start of a browser: read rows are there, written ones are kept. */
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { caretAfter, text, waitingIn } from '../support/openPage.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'

let world: TestServer
let server: Awaited<ReturnType<typeof program>>
let kept: Awaited<ReturnType<typeof begin>>
/** Her browser stays from test to test, with all that it has kept. */
let mei: Seat
beforeAll(async () => {
  world = await startServer()
  server = await program(world.url)
  await server.start()
  kept = await begin()
  mei = await kept.sit(kept.team.member)
})
afterAll(async () => {
  await leaveSeats()
  await server.end()
})

const begin = async (description_html = '<p>Tides</p>') => {
  const make = build(world)
  const team = await make.team()
  const made = await make.page(team.admin, team.path, { name: 'Season', description_html })
  const sit = async (
    who: Person,
    options: Parameters<typeof seat>[1] = { startsOffline: true },
  ): Promise<Seat> => {
    const one = await seat(server.origin, options)
    await one.context.addCookies([
      { name: 'session-id', value: who.jar.get('session-id')!, url: server.origin },
    ])
    return one
  }
  const address = `/${team.workspace.slug}/projects/${team.project.id}/pages/${made.id}`
  const html = async () =>
    (await team.admin.get<{ description_html: string }>(`${team.path}/pages/${made.id}/`)).body
      .description_html
  return { team, page: made, sit, address, html }
}

/** Until the next start needs no server, nor do the commands: they come once the first screen is drawn. */
const isKept = ({ page }: Seat) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const files = await (await caches.open('files')).keys()
          const starts = await (await caches.open('starts')).keys()
          const hasCommands = files.some(({ url }) => url.includes('/Palette'))
          const hasPage = files.some(({ url }) => new URL(url).pathname === '/')
          return navigator.serviceWorker.controller ? [hasPage, hasCommands, starts.length] : []
        }),
      { timeout: 20_000 },
    )
    .toEqual([true, true, 4])

const keptSnapshot = ({ page }: Seat) =>
  page.evaluate(async () => {
    const cache = await caches.open('starts')
    const path = (await cache.keys()).find(({ url }) => url.endsWith('/bootstrap/'))
    return path && (await cache.match(path))?.text()
  })

/** The text itself, without the carets of others that are in it. */
const words = ({ page }: Seat) =>
  page.getByRole('textbox', { name: 'Page text' }).evaluate(node => {
    const copy = node.cloneNode(true) as HTMLElement
    for (const caret of copy.querySelectorAll('.caret')) caret.remove()
    return (copy.textContent ?? '').replaceAll('\u2060', '').replaceAll('\u00a0', ' ').trim()
  })

test('the server stops in the middle of an edit and comes back: both browsers recover, nothing is lost or doubled', async () => {
  const { team, page, sit } = await begin('')
  const [freya, mei] = [await sit(team.admin, { ahead: true }), await sit(team.member, { ahead: true })]
  const base = `/${team.workspace.slug}/projects/${team.project.id}`
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
  await goWithin(mei.page, `${base}/issues`)
  await mei.page.getByRole('heading', { name: 'No issues yet' }).waitFor()
  // She has been here for a moment: the parts fetched ahead have come.
  await freya.page.waitForLoadState('networkidle')
  server.kill()
  await freya.page.getByText(/^Offline\./).waitFor()
  await freya.page.keyboard.press('c')
  await freya.page.getByLabel('Title').fill('Written in the dark')
  await freya.page.keyboard.press('Control+Enter')
  await freya.page.getByText('Offline. Waiting to be sent: new issue “Written in the dark”.').waitFor()
  await server.start()
  await expect.poll(() => mei.page.getByText('Written in the dark').count()).toBe(1)
  await expect.poll(() => freya.page.getByText('Offline.').count()).toBe(0)
  await expect.poll(() => freya.page.getByText('Written in the dark').count()).toBe(1)
  expect(await world.db('issues').where('name', 'Written in the dark').count('* as n').first()).toEqual({
    n: 1,
  })
  for (const { context } of [freya, mei]) await context.close()
})

test('a file that was on its way while the worker began is kept as well', async () => {
  let isAsked = false
  const { promise: mayCome, resolve: send } = Promise.withResolvers<void>()
  await mei.page.route('**/assets/Palette*', async route => {
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
  await mei.page.goto(kept.address)
  await text(mei).getByText('Tides').waitFor()
  await mei.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // The list of what the page had loaded until now has been reported.
  await expect
    .poll(() => mei.page.evaluate(async () => (await (await caches.open('files')).keys()).length))
    .toBeGreaterThan(5)
  send()
  await isKept(mei)
})

/** Answers for the server at its address, and writes down what it was asked for. */
const gateway = async () => {
  await expect.poll(server.hasEnded).toBe(true)
  const asked: (string | undefined)[] = []
  const stand = createServer((request, answer) => {
    asked.push(request.url)
    answer.writeHead(503).end('<h1>Back soon</h1>')
  })
  await new Promise<void>(resolve => stand.listen(Number(new URL(server.origin).port), '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>(resolve => {
      stand.close(() => resolve())
      stand.closeAllConnections()
    })
  return { asked, close }
}

test('a page is read and written in a browser that was started without the server, or with a gateway in its place, and merged when that is back', async () => {
  const { team, address, html } = kept
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
  const { asked, close } = await gateway()
  mei.page = await mei.context.newPage()
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  expect(asked.filter(path => path === address)).toEqual([address])
  await close()

  // The browser lets go of what it has kept by itself when others need the room.
  await (await mei.context.newCDPSession(mei.page)).send('Network.clearBrowserCache')
  await mei.page.goto(address)
  await mei.page.getByRole('link', { name: 'Pier' }).first().waitFor()
  await text(mei).getByText('Tides').waitFor()
  await caretAfter(mei, 'Tides')
  await mei.page.keyboard.type(' in spring')
  await mei.page.getByRole('button', { name: /, changes waiting$/ }).waitFor()
  await expect.poll(() => waitingIn(mei)).toBe(10)
  await mei.page.getByText(/^Offline\. Waiting to be sent: text of [^,]+\.$/).waitFor()
  await mei.page.reload()
  await text(mei).getByText('Tides in spring').waitFor()
  await mei.page.getByRole('button', { name: /, changes waiting$/ }).waitFor()

  await server.start()
  await expect.poll(html, { timeout: 40_000 }).toBe('<p>Tides in spring</p>')
  await mei.page.getByText('Saved', { exact: true }).waitFor()
  // A part that was not kept has not failed meanwhile: a browser would not ask for it again.
  await mei.page.getByRole('link', { name: 'Analytics' }).click()
  await mei.page.getByText('There are no issues here yet.').waitFor()
  expect(mei.errors).toEqual([])
})

/** The owner of the kept rows, if there are any. */
const keptOf = async () => {
  const rows = await keptSnapshot(mei)
  return rows ? (JSON.parse(rows) as { viewer: { id: string } }).viewer.id : null
}
const textsOf = async (who: Person) => {
  const all = await mei.page.evaluate(async () => (await indexedDB.databases()).map(one => one.name))
  return all.filter(name => name?.startsWith(`tandem.${who.id}.`)).length
}

test('once another has signed in, nothing is kept for the one before, not even by a tab that was never quiet', async () => {
  const { team, address } = kept
  expect(await keptOf()).toBe(team.member.id)
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
  // Another's session, without a word from the one before.
  await mei.context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id')!, url: server.origin },
  ])
  await mei.page.goto(address)
  await text(mei).getByText('Tides').waitFor()
  await expect.poll(keptOf).toBe(team.admin.id)
  await expect.poll(() => textsOf(team.admin)).toBe(1)
  const ended = await busy.evaluate(
    () => (window as unknown as { endBusy: () => unknown[] }).endBusy().length,
  )
  expect(ended).toBeGreaterThan(0)
  await busy.waitForTimeout(500)
  expect(await keptOf()).toBe(team.admin.id)
  await busy.close()
})

test('signing out leaves nothing behind for a start without the server', async () => {
  const { team, address } = kept
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
