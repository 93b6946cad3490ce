/** A workspace in use and its server, each of its own: PostgreSQL, the program in a process, people of all roles, texts. */
import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { startEmbedded } from '../../../api/db/embedded.ts'
import { openDatabase } from '../../../api/db/knex.ts'
import { migrate } from '../../../api/db/migrate.ts'
import { deriveWith } from '../../../api/db/work.ts'
import { derivations } from '../../../api/derivations.ts'
import { fillProject } from '../../../migrations/populate.ts'
import { build, type Person, type Role as RoleOf } from '../../support/build.ts'
import { until } from '../../support/live.ts'
import { freePort } from '../../support/program.ts'
import type { Held } from './probe.ts'
import { type Actor, order, type Role, type Setting, type Size } from './words.ts'

const main = fileURLToPath(new URL('../../../api/main.ts', import.meta.url))
const probe = new URL('./probe.ts', import.meta.url).href

const PROJECTS = 10
/** Of all issues, those in the first project. */
const IN_FIRST = 0.6
const TABS = 4
const KNOWN_ISSUES = 500
const TEXT = Array.from(
  { length: 30 },
  (_, n) =>
    `<p>Paragraph ${n}: the tide <strong>turns</strong> at noon, the quay is clear until then, and the pilot waits.</p>`,
).join('')
const numbers: Record<Role, RoleOf> = { admin: 20, member: 15, guest: 5 }

const roleOf = (nth: number): Role => (nth % 50 === 0 ? 'admin' : nth % 10 === 9 ? 'guest' : 'member')
const projectsOf = (nth: number): number[] => {
  const role = roleOf(nth)
  const others = PROJECTS - 1
  if (role === 'admin') return Array.from({ length: PROJECTS }, (_, at) => at)
  if (role === 'guest') return [nth % 20 === 9 ? 0 : 1 + (nth % others)]
  return [...new Set([...(nth % 10 < 8 ? [0] : []), 1 + (nth % others), 1 + ((nth * 7) % others)])]
}

/** The memory of PostgreSQL in bytes, with what its processes share counted once; Linux only. */
const heldByPostgres = (dataDir: string) => {
  const postmaster = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find(path =>
    path.endsWith('postmaster.pid'),
  )
  const pid = readFileSync(join(dataDir, postmaster ?? ''), 'utf8').split('\n')[0]
  let [kb, ticks] = [0, 0]
  for (const name of readdirSync('/proc')) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      if (name !== pid && stat[1] !== pid) continue
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
      // Those that have ended are counted with the one that they belonged to.
      ticks += stat.slice(11, name === pid ? 15 : 13).reduce((sum, one) => sum + Number(one), 0)
    } catch {}
  }
  return { bytes: kb * 1024, ms: ticks * 10 }
}

const launch = async (url: string, dataDir: string) => {
  const port = await freePort()
  const server = fork(main, {
    execArgv: ['--import', probe],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...Object.fromEntries(['AUTH', 'ANONYMOUS', 'SESSION'].map(name => [`RATE_LIMIT_${name}`, '0'])),
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok, 30_000)
  return { server, origin }
}

type World = ReturnType<typeof build>
type Built = { make: World; owner: Person; slug: string; people: (Person & { nth: number })[] }

const peopleOf = async (
  { make, owner, slug, people }: Built,
  places: Setting['places'],
): Promise<Actor[]> => {
  const others = people.slice(1)
  for (let at = 0; at < others.length; at += 50)
    await make.allJoinWorkspace(
      owner,
      slug,
      others.slice(at, at + 50).map(one => [one, numbers[roleOf(one.nth)]] as const),
    )
  for (const [project, { path }] of places.entries()) {
    const here = others.filter(({ nth }) => projectsOf(nth).includes(project))
    for (let at = 0; at < here.length; at += 50)
      await make.allJoinProject(
        owner,
        path,
        here.slice(at, at + 50).map(one => [one, numbers[roleOf(one.nth)]] as const),
      )
  }
  return people.map(({ id, jar, nth }) => ({
    id,
    session: jar.get('session-id') ?? '',
    role: roleOf(nth),
    projects: projectsOf(nth),
  }))
}

/** Pages and descriptions by turns, each with the people who type in it: members of its project. */
const textsOf = async ({ make, owner }: Built, size: Size, people: Actor[], places: Setting['places']) => {
  const texts: Setting['texts'] = []
  for (let n = 0; n < size.texts; n++) {
    const { path } = places[n % PROJECTS]!
    const name =
      n % 2
        ? `issue.${(await make.issue(owner, path, { description_html: TEXT })).id}`
        : `page.${(await make.page(owner, path, { description_html: TEXT })).id}`
    const writers = [...people.keys()].filter(
      nth => people[nth]!.role !== 'guest' && people[nth]!.projects.includes(n % PROJECTS),
    )
    const here = Math.floor(size.typists / size.texts) + (n < size.typists % size.texts ? 1 : 0)
    texts.push({ name, people: Array.from({ length: here }, (_, at) => writers[(n + at) % writers.length]!) })
  }
  return texts
}

/** The server is started after all is there, and has done nothing yet. */
export const stage = async (issues: number, size: Size, keys: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tandem-load-'))
  const postgres = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) })
  const db = openDatabase(postgres.url, 4)
  await migrate(db)
  deriveWith(db, derivations)
  let running = await launch(postgres.url, dataDir)
  const make = build({ origin: running.origin, db, url: postgres.url, dataDir })
  await make.setUp()
  const people: Built['people'] = []
  for (let nth = 0; nth < Math.max(24, size.sockets / TABS); nth++)
    people.push(Object.assign(await make.person(), { nth }))
  const owner = people[0]!
  const { slug } = await make.workspace(owner)
  const built = { make, owner, slug, people }
  const places: Setting['places'] = []
  for (let at = 0; at < PROJECTS; at++) {
    const { id, path } = await make.project(owner, slug)
    const count = at === 0 ? issues * IN_FIRST : (issues * (1 - IN_FIRST)) / (PROJECTS - 1)
    await fillProject(db, id, Math.round(count))
    const ofProject = (table: string) => db(table).where('project_id', id)
    places.push({
      ...{ id, path },
      issues: await ofProject('issues').orderByRaw('random()').limit(KNOWN_ISSUES).pluck('id'),
      states: await ofProject('states').whereNot('group', 'triage').orderBy('sequence').pluck('id'),
    })
  }
  const actors = await peopleOf(built, places)
  const texts = await textsOf(built, size, actors, places)
  await db.raw('vacuum analyze')
  const end = async ({ server }: typeof running) => {
    server.kill('SIGTERM')
    await until(() => server.exitCode !== null || server.signalCode !== null, 30_000)
  }
  await end(running)
  running = await launch(postgres.url, dataDir)
  const setting: Setting = {
    ...{ origin: running.origin, slug, people: actors, places, size, keys, texts },
    sampled: 24,
  }
  return {
    setting,
    db,
    held: async () => ({
      node: await order<Held>(running.server, 'held'),
      postgres: heldByPostgres(dataDir),
    }),
    collect: () => order(running.server, 'collect'),
    snapshot: (path: string) => order<string>(running.server, 'snapshot', path),
    close: async () => {
      await end(running)
      await db.destroy()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Stage = Awaited<ReturnType<typeof stage>>
