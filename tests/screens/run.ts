/** Writes every screen, light and dark, wide and narrow, into screens/, for someone to look at; fails where one is broken to the eye. */

import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { closeBrowser, type Seat, seat } from '../support/browser.ts'
import { freePort } from '../support/program.ts'
import { faultsInSight } from '../support/sight.ts'
import { mails } from './mails.ts'
import { screens } from './parts.ts'

const parts = { ...screens, mails }
const names = ['setUp', ...Object.keys(parts)]

/** `--only home,analytics` takes the pictures of these parts alone. */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = values.only?.split(',') ?? names
for (const name of wanted)
  if (!names.includes(name))
    throw new Error(`There are no pictures of “${name}”, only of ${names.join(', ')}.`)

const root = fileURLToPath(new URL('../../', import.meta.url))
const out = join(root, 'screens')
const port = await freePort()
const origin = `http://localhost:${port}`

const run = (script: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(root, script)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A picture that cannot be taken ends the run, and nothing of it stays.
  process.on('exit', () => child.kill('SIGTERM'))
  return child
}

await mkdir(out, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'tandem-screens-'))
const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', PRIVATE_HOSTS: '127.0.0.1' }
const started = (child: ReturnType<typeof run>) =>
  new Promise<void>(resolve => child.stdout.on('data', part => part.includes('ready') && resolve()))

const faults: string[] = []
const shoot = async (who: Seat, name: string, suffix: string) => {
  await who.page.waitForTimeout(500)
  for (const fault of await faultsInSight(who.page)) faults.push(`${name}${suffix}: ${fault}`)
  await who.page.screenshot({ path: join(out, `${name}${suffix}.png`) })
  console.log(`${name}${suffix}.png`)
}
/** The first start, before anything is there. */
const setUp = async () => {
  const fresh = run('api/main.ts', env)
  await started(fresh)
  const first = await seat(origin)
  await first.page.goto(origin)
  await first.page.getByRole('heading', { name: 'Set up Tandem' }).waitFor()
  await shoot(first, 'set-up', '')
  await first.page.emulateMedia({ colorScheme: 'dark' })
  await shoot(first, 'set-up', '-dark')
  await first.page.setViewportSize({ width: 390, height: 844 })
  await shoot(first, 'set-up', '-narrow-dark')
  await first.context.close()
  await new Promise(resolve => {
    fresh.on('exit', resolve)
    fresh.kill('SIGTERM')
  })
}
if (wanted.includes('setUp')) await setUp()
await new Promise(resolve => run('migrations/seed.ts', env).on('exit', resolve))
const server = run('api/main.ts', env)
await started(server)

const signIn = async (who: Seat, email: string) => {
  await who.page.goto(`${origin}/`)
  await who.page.getByLabel('E-mail').fill(email)
  await who.page.keyboard.press('Enter')
  await who.page.getByLabel('Password', { exact: true }).fill('lantern quay at high tide')
  await who.page.keyboard.press('Enter')
  await who.page.waitForURL(/lantern-quay/)
}
for (const [name, show] of Object.entries(parts))
  if (wanted.includes(name)) await show({ origin, shoot, signIn })
await closeBrowser()
await new Promise(resolve => {
  server.on('exit', resolve)
  server.kill('SIGTERM')
})
await rm(dataDir, { recursive: true, force: true })
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
