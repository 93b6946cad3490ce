/** Notifications that a browser shows while nobody looks at Tandem. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, seat } from '../support/browser.ts'
import { type PushWorld, pushWorld } from '../support/pushWorld.ts'
import { sight } from '../support/sight.ts'

let world: PushWorld
beforeAll(async () => {
  world = await pushWorld()
})
afterAll(leaveSeats)

type Fake = { permission: NotificationPermission }

// The bundled Chromium has neither a push service nor a place for notifications. So this stands in for a subscription, with
// an address at the test's own service, and for the person's consent; messages of the worker are noted instead of shown.
// Everything between is the browser's own: a push delivered by DevTools wakes its worker, as an arriving one does.
const standIn = ({ endpoint, keys }: { endpoint: string; keys: Record<string, string> }) => {
  const fake: Fake = { permission: 'default' }
  let made: object | null = null
  Object.assign(window, { fake })
  Object.defineProperty(Notification, 'permission', { get: () => fake.permission })
  Notification.requestPermission = async () => {
    fake.permission = 'granted'
    return 'granted'
  }
  const bytes = (key: string) =>
    Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0)).buffer
  Object.assign(PushManager.prototype, {
    getSubscription: async () => made,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      made = {
        options: { applicationServerKey: bytes(applicationServerKey) },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          made = null
          return true
        },
      }
      return made
    },
  })
}

test('somebody turns it on for this browser: their news comes up, and a click on it leads there', async () => {
  const { server, service, someone, team, comment } = world
  const reader = await someone()
  const issue = await team.issue({ name: 'Tide gauge' })
  await reader.post(team.at(issue.id, 'subscribe/'))
  const screen = service.browser()
  const here = await seat(server.origin, { startsOffline: true })
  const { page, context } = here
  await context.addCookies([{ name: 'session-id', value: reader.jar.get('session-id')!, url: server.origin }])
  await context.addInitScript(standIn, { endpoint: screen.endpoint, keys: screen.keys })
  const line = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    line.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    }),
  )
  await line.send('ServiceWorker.enable')

  await page.goto('/profile/notifications')
  const browsers = page.getByRole('region', { name: 'In your browsers' })
  const toggle = browsers.getByRole('switch', { name: 'This browser' })
  await toggle.waitFor()
  const come = (event: 'focus') => page.evaluate(name => void dispatchEvent(new Event(name)), event)
  const allow = (permission: NotificationPermission) =>
    page.evaluate(
      to => Object.assign((window as unknown as { fake: Fake }).fake, { permission: to }),
      permission,
    )
  await allow('denied')
  await come('focus')
  await browsers.getByText('This browser blocks notifications from Tandem.').waitFor()
  await sight(here)
  await allow('default')
  await come('focus')
  await toggle.focus()
  await page.keyboard.press('Space')
  await browsers.getByRole('listitem').filter({ hasText: 'Chrome on Linux' }).getByText('This one').waitFor()
  await expect.poll(() => toggle.isChecked()).toBe(true)
  await browsers.getByRole('switch', { name: 'Mentions' }).waitFor()
  await sight(here)
  await page.setViewportSize({ width: 390, height: 844 })
  await sight(here)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })

  await comment(issue.id, '<p>At low water</p>')
  const { shown } = await screen.take()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  type Worker = { shown: unknown[]; registration: { showNotification: unknown } }
  await worker.evaluate(() => {
    const self = globalThis as unknown as Worker
    self.shown = []
    self.registration.showNotification = async (...given: unknown[]) => {
      self.shown.push(given)
    }
  })
  await line.send('ServiceWorker.deliverPushMessage', {
    origin: server.origin,
    registrationId: await registered,
    data: JSON.stringify(shown),
  })
  const noted = () => worker.evaluate(() => (globalThis as unknown as Worker).shown)
  await expect.poll(noted).toHaveLength(1)
  expect(await noted()).toMatchObject([
    [
      `${team.project.identifier}-${issue.sequence_id} Tide gauge`,
      { body: expect.stringMatching(/: At low water$/), tag: issue.id, data: { path: shown.path } },
    ],
  ])

  await worker.evaluate(path => {
    const click = Object.assign(new Event('notificationclick'), {
      notification: { close: () => {}, data: { path } },
      // Without a hand that has clicked the browser gives no tab the focus.
      waitUntil: (done: Promise<unknown>) => done.catch(() => {}),
    })
    dispatchEvent(click)
  }, shown.path)
  await page.waitForURL(`**${shown.path}`)
  await page.getByText('At low water').waitFor()

  await page.goBack()
  await browsers.getByText(/^Last shown/).waitFor()
  await browsers.getByRole('button', { name: 'Remove this browser' }).click()
  await browsers.getByRole('listitem').waitFor({ state: 'detached' })
  await expect.poll(() => toggle.isChecked()).toBe(false)
  await expect.poll(() => server.db('push_subscriptions').where('user', reader.id)).toEqual([])
  await page.evaluate(() => Reflect.deleteProperty(window, 'PushManager'))
  await come('focus')
  await browsers.getByText('This browser cannot show notifications of a site.').waitFor()
  await sight(here)
  expect(here.errors).toEqual([])
})
