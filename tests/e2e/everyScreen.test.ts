/**
 * Every screen of the pictures, and the popups on them, judged by the rules of accessibility, by the contrast of its words in
 * every theme, and on a phone by the size of what a finger has to meet. Other tests do not repeat it.
 */
import { afterAll, beforeAll, test } from 'vitest'
import { openSession } from '../../api/http/session.ts'
import { createLog } from '../../api/log.ts'
import { findByEmail } from '../../api/people/auth/signIn.service.ts'
import { exportPages } from '../../api/workspace/jobs/exportPages.ts'
import { startJobRunner } from '../../api/workspace/jobs/runner.ts'
import { fillDemo } from '../../migrations/demo.ts'
import { screens } from '../screens/parts.ts'
import { axe } from '../support/axe.ts'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { readable } from '../support/contrast.ts'
import { importRunner } from '../support/imports.ts'
import { searchable } from '../support/searches.ts'
import { startServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: Awaited<ReturnType<typeof startServer>>
let longWork: ReturnType<typeof startJobRunner>[]
beforeAll(async () => {
  server = await startServer({ PRIVATE_HOSTS: '127.0.0.1' }, undefined, { notifying: true, searching: true })
  await fillDemo(server.db)
  const { id } = (await server.db('workspaces').where('slug', 'lantern-quay').first('id')) as { id: string }
  await searchable(server, id)
  longWork = [
    startJobRunner({ db: server.db, log: createLog('silent'), kinds: [exportPages] }),
    await importRunner(server, ['127.0.0.1']),
  ]
})
afterAll(async () => {
  await leaveSeats()
  for (const runner of longWork) await runner.stop()
})

const signIn = async ({ context, page }: Seat, email: string) => {
  const { id } = (await findByEmail(server.db, email))!
  const key = await openSession(server.db, id, 'product', 24, { userAgent: 'test', address: '127.0.0.1' })
  await context.addCookies([{ name: 'session-id', value: key, url: server.origin }])
  await page.goto('/lantern-quay')
  await page.getByRole('main').waitFor()
}

const PHONE = '-390'
const WIDE = ['', '-light']
/** Of these a phone has lists, rows and popups of its own shape. */
const onPhones = ['planning', 'issues', 'inbox', 'search']

const judge = async (who: Seat, _name: string, suffix: string) => {
  await sight(who)
  if (suffix === PHONE) return axe(who, ['target-size'])
  await axe(who)
  await readable(who)
}

test.each(Object.entries(screens))(
  'the screens of %s can be used by everyone',
  async (name, show) => {
    const isWanted = (suffix: string) =>
      WIDE.includes(suffix) || (suffix === PHONE && onPhones.includes(name))
    await show({ origin: server.origin, shoot: judge, signIn, isWanted })
  },
  240_000,
)
