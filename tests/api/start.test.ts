import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { until } from '../support/live.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65_534, gid: 65_534 }

type Home = { node: string; folder: string }
const home: Home = { node: process.execPath, folder: project }
const mainOf = ({ folder }: Home) => join(folder, 'api/main.ts')

/** Where an ordinary user may go, when the project lies where only root may (such as /root). */
const copied = (): Home => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-copy-'))
  const parts = ['package.json', 'api', 'collab-server', 'migrations', 'node_modules']
  spawnSync('cp', ['-R', ...parts.map(part => join(project, part)), folder])
  spawnSync('chmod', ['-R', 'a+rX', folder])
  return { node: join(folder, 'node_modules/node/bin/node'), folder }
}
let ordinary: Home | null = null
const homeOf = (as: { uid?: number; gid?: number }): Home => {
  if (as.uid === undefined) return home
  const mayRead = () =>
    spawnSync(home.node, ['-e', 'fs.readFileSync(process.argv[1])', mainOf(home)], { ...as, cwd: '/' })
      .status === 0
  ordinary ??= mayRead() ? home : copied()
  return ordinary
}
afterAll(() => {
  if (ordinary && ordinary !== home) rmSync(ordinary.folder, { recursive: true })
})

type Run = { child: ChildProcess; said: () => string; code: () => number | null | undefined }

const runs: Run[] = []
const folders: string[] = []

/** The program as `npm start` runs it, with nothing of the test's own environment but the path. */
const start = (env: Record<string, string>, as: { uid?: number; gid?: number } = {}): Run => {
  let said = ''
  let code: number | null | undefined
  const from = homeOf(as)
  const child = spawn(from.node, [mainOf(from)], {
    ...as,
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      // As `npm start` does; here for the whole run.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  child.on('close', ended => {
    code = ended
  })
  const run = { child, said: () => said, code: () => code }
  runs.push(run)
  return run
}

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), `tandem-start-${randomBytes(3).toString('hex')}-`))
  folders.push(path)
  return path
}

/**
 * A directory that a first start has filled, for tests of what comes later: making a database takes half of a first start.
 */
let filled: Promise<string> | null = null
const prepared = async (): Promise<string> => {
  filled ??= (async () => {
    const made = await mkdtemp(join(tmpdir(), 'tandem-filled-'))
    const run = start({ DATA_DIR: made })
    await ready(run)
    run.child.kill('SIGTERM')
    await ended(run)
    return made
  })()
  const path = await folder()
  // With its owners and rights.
  spawnSync('cp', ['-a', `${await filled}/.`, path])
  return path
}
afterAll(async () => {
  if (filled) await rm(await filled, { recursive: true })
})

const READY = /Tandem is ready at (http:\/\/\S+)/
const ready = async (run: Run): Promise<string> => {
  await until(() => READY.test(run.said()) || run.code() !== undefined, 60_000)
  const [, origin] = READY.exec(run.said()) ?? []
  if (!origin) throw new Error(`did not start: ${run.said()}`)
  return origin
}
const ended = (run: Run) => until(() => run.code() !== undefined, 60_000)

/** A start that has to fail: with one sentence, without a stack. */
const refusal = async (env: Record<string, string>, as?: { uid: number; gid: number }) => {
  const run = start(env, as)
  await ended(run)
  expect(run.code()).toBe(1)
  expect(run.said()).not.toMatch(/\n\s+at |Tandem is ready/)
  return run.said().trim()
}

/** Processes that still work on `dataDir`: PostgreSQL and its watchdog name it on their command line. */
const working = (dataDir: string) =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${dataDir}/postgres`)
      } catch {
        return false
      }
    })

afterEach(async () => {
  for (const run of runs.splice(0)) if (run.code() === undefined) run.child.kill('SIGKILL')
  for (const path of folders.splice(0)) {
    await until(() => working(path).length === 0)
    await rm(path, { recursive: true, force: true })
  }
})

describe('a first start', () => {
  test('needs nothing, answers, keeps its secrets to itself, and leaves no process when told to stop', async () => {
    const dataDir = join(await folder(), 'made', 'here')
    const run = start({ DATA_DIR: dataDir })
    const origin = await ready(run)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect((await stat(join(dataDir, 'secrets'))).mode & 0o777).toBe(0o700)
    const secrets = await readdir(join(dataDir, 'secrets'))
    expect(secrets.length).toBeGreaterThan(0)
    for (const name of secrets) expect((await stat(join(dataDir, 'secrets', name))).mode & 0o777).toBe(0o600)
    expect(working(dataDir).length).toBeGreaterThan(0)

    run.child.kill('SIGTERM')
    await ended(run)
    expect(run.code()).toBe(0)
    expect(working(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'tandem.lock'))).toBe(false)
  })

  test.runIf(isRoot)('works as an ordinary user', async () => {
    const dataDir = await folder()
    await chown(dataDir, NOBODY.uid, NOBODY.gid)
    const run = start({ DATA_DIR: dataDir }, NOBODY)
    expect((await fetch(`${await ready(run)}/healthz`)).status).toBe(200)
    run.child.kill('SIGINT')
    await ended(run)
    expect(working(dataDir)).toEqual([])
  })
})

describe('a second start', () => {
  test('on the same DATA_DIR is refused, and the first goes on', async () => {
    const dataDir = await prepared()
    const first = start({ DATA_DIR: dataDir })
    const origin = await ready(first)
    expect(await refusal({ DATA_DIR: dataDir })).toBe(
      `Tandem is already running on ${dataDir} (process ${first.child.pid}). Stop it, or set another DATA_DIR.`,
    )
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  })

  test('of several at the same moment, on a lock left by a crash, one alone wins', async () => {
    const dataDir = await prepared()
    await writeFile(join(dataDir, 'tandem.lock'), '999999999')
    const all = Array.from({ length: 4 }, () => start({ DATA_DIR: dataDir }))
    await until(() => all.filter(run => run.code() === 1).length === 3, 60_000)
    const winner = all.find(run => run.code() === undefined)!
    expect((await fetch(`${await ready(winner)}/readyz`)).status).toBe(200)
  })

  test('after kill -9 works at once, on the same data, with no PostgreSQL left over', async () => {
    const dataDir = await prepared()
    const first = start({ DATA_DIR: dataDir })
    const setUp = await fetch(`${await ready(first)}/api/instances/`)
    expect(setUp.status).toBe(200)
    const before = (await setUp.json()) as { instance: { id: string } }
    first.child.kill('SIGKILL')
    await ended(first)

    const second = start({ DATA_DIR: dataDir })
    const origin = await ready(second)
    expect(await (await fetch(`${origin}/api/instances/`)).json()).toMatchObject({
      instance: { id: before.instance.id },
    })
    expect(readFileSync(join(dataDir, 'tandem.lock'), 'utf8')).toBe(String(second.child.pid))

    second.child.kill('SIGKILL')
    await ended(second)
    await until(() => working(dataDir).length === 0)
  })
})

test('a PostgreSQL that dies ends the program with a sentence, not with a server that answers nothing', async () => {
  const dataDir = await prepared()
  const run = start({ DATA_DIR: dataDir })
  await ready(run)
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await ended(run)
  expect(run.code()).toBe(1)
  expect(run.said()).toContain('The bundled PostgreSQL ended by itself.')
})

describe('a start that cannot go on says why', () => {
  test('port in use', async () => {
    const taken = await new Promise<Server>(resolve => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
    })
    const { port } = taken.address() as { port: number }
    const dataDir = await prepared()
    expect(await refusal({ DATA_DIR: dataDir, PORT: String(port) })).toBe(
      `Port ${port} is in use. Stop what uses it, or set another PORT.`,
    )
    expect(working(dataDir)).toEqual([])
    taken.close()
  })

  test('DATA_DIR is a file', async () => {
    const path = join(await folder(), 'file')
    await writeFile(path, '')
    expect(await refusal({ DATA_DIR: path })).toMatch(/^DATA_DIR \S+ cannot be made: .*\.$/)
  })

  test('DATA_DIR may not be read', async () => {
    const path = join(await folder(), 'closed')
    await mkdir(path)
    await chmod(path, 0)
    expect(await refusal({ DATA_DIR: path }, isRoot ? NOBODY : undefined)).toMatch(
      /^DATA_DIR \S+ cannot be (made|used): .*\.$/,
    )
    await chmod(path, 0o700)
  })

  test('DATA_DIR holds something else where PostgreSQL belongs', async () => {
    const path = await folder()
    await mkdir(join(path, 'postgres'))
    await writeFile(join(path, 'postgres', 'letter.txt'), 'dear')
    expect(await refusal({ DATA_DIR: path })).toContain('is no PostgreSQL database; move it away.')
    expect(readFileSync(join(path, 'postgres', 'letter.txt'), 'utf8')).toBe('dear')
  })

  test('DATABASE_URL does not answer, and its password is not printed', async () => {
    const said = await refusal({
      DATA_DIR: await folder(),
      DATABASE_URL: 'postgresql://a:hush@127.0.0.1:1/x',
    })
    expect(said).toMatch(/^The database does not answer at DATABASE_URL: .*\.$/)
    expect(said).not.toContain('hush')
  })

  test('settings, a sentence for each mistake', async () => {
    const said = await refusal({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_TOKEN: 'many',
      APP_BASE_URL: 'tandem',
      DATABASE_URL: 'mysql://a:hush@b/c',
    })
    expect(said.split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535, not "70000".',
      'DATABASE_URL must begin with postgresql://.',
      'APP_BASE_URL must be an address such as https://tandem.example, without a path.',
      'RATE_LIMIT_TOKEN must be a whole number that is not negative, not "many".',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, silent, not "loud".',
    ])
  })
})
