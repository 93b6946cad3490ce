/**
 * Every source, with its traps: tried, imported, imported again and undone, while the program is killed in the middle of each phase.
 * It comes to the same end as one that nobody killed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WholeImport } from '../../api/contract/workspace/imports.ts'
import { openStore } from '../../api/files/open.ts'
import { filesIn } from '../support/files.ts'
import { type Gate, setGates } from '../support/gates.ts'
import { importService } from '../support/importServices.ts'
import { importState } from '../support/importState.ts'
import { importCalls } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { isSoak, soaked } from '../support/soak.ts'
import { allSources } from '../support/sources/all.ts'
import type { Given } from '../support/sources/source.ts'

const COUNT = soaked(40, 2_000)
/** Where within a phase the program is killed, by the share of what it writes. */
const KILLS = isSoak ? [0.15, 0.6] : [0.5]
const LONG = soaked(60_000, 600_000)

let server: TestServer
let running: Awaited<ReturnType<typeof program>>
let gates: Awaited<ReturnType<typeof setGates>>
beforeAll(async () => {
  server = await startServer()
  gates = await setGates(server)
  running = await program(server.url, {
    DATA_DIR: server.dataDir,
    PRIVATE_HOSTS: '127.0.0.1,localhost',
    LOG_LEVEL: 'trace',
  })
  await running.start()
}, 60_000)
afterAll(() => running.end())

type Side = { team: IssueTeam; calls: ReturnType<typeof importCalls> }
/** `held`: a file that is not answered; null for the next that is asked for. */
type One = { given: Given; url: string | null; held: { file: string | null }; asked: Map<string, number> }
type Begun = { one: One; side: Side; id: string }
type Shown = Begun & { shown: WholeImport }

/** A service that counts how often each file is asked for, and that leaves one without an answer when it is asked to. */
const opened = async (given: Given): Promise<One> => {
  const one: One = { given, url: null, held: { file: '' }, asked: new Map() }
  if (!given.service) return one
  const service = await importService(given.service)
  service.instead = async ({ path }) => {
    if (!/^\/(?:media|secure|uploads|user-attachments|store)\/|\/uploads\//.test(path)) return undefined
    one.asked.set(path, (one.asked.get(path) ?? 0) + 1)
    if (one.asked.size > 3) one.held.file ??= path
    if (one.held.file === path) await until(() => one.held.file !== path, LONG)
    return undefined
  }
  return Object.assign(one, { url: service.url })
}

/** Two workspaces: one person begins ten imports at most. */
const newSides = async (): Promise<Side[]> => {
  const teams = [await issueTeam(server), ...(isSoak ? [] : [await issueTeam(server)])]
  return teams.map(team => ({ team, calls: importCalls(team.admin, team.workspace.slug) }))
}
const statesOf = (sides: readonly Side[]) =>
  Promise.all(sides.map(({ team }) => importState(server, team.workspace)))

const begun = async ({ team, calls }: Side, { given, url }: One): Promise<string> => {
  if (given.connection) {
    const { body, status } = await calls.connect(given.source, { ...given.connection, url })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.import.id
  }
  const { id, status, body } = await calls.begin(given.file!.bytes, {
    ...{ source: given.source, name: given.file!.name },
    ...(given.source === 'pages' && { project: team.project.id }),
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return id
}
const beginAll = async (sides: readonly Side[], ones: readonly One[]): Promise<Begun[]> => {
  const all: Begun[] = []
  for (const [at, one] of ones.entries()) {
    const side = sides[at % sides.length]!
    all.push({ one, side, id: await begun(side, one) })
  }
  return all
}
const actAll = async (all: readonly Begun[], what: 'check' | 'run' | 'undo') => {
  for (const { side, id } of all) expect((await side.calls.act(id, what)).status).toBe(200)
}
const reach = async (all: readonly Begun[], state: WholeImport['state']): Promise<Shown[]> => {
  const reached: Shown[] = []
  for (const one of all) {
    const { calls } = one.side
    let shown = await calls.shown(one.id)
    await until(async () => {
      shown = await calls.shown(one.id)
      return [state, 'failed', 'stopped'].includes(shown.state)
    }, LONG)
    const { name } = one.one.given
    expect([name, shown.state, shown.said]).toEqual([name, state, state === 'undone' ? shown.said : null])
    reached.push({ ...one, shown })
  }
  return reached
}

type Places = Partial<Record<Gate, number>>
/** Kills the program while the write that each of these counts is under way; what follows `act` goes on once it has been started again. */
const killedAt = async (places: readonly Places[], act: () => Promise<unknown>) => {
  let next = act
  for (const place of places) {
    await gates.holding(place, async held => {
      await next()
      await held()
      running.kill()
    })
    next = () => running.start()
  }
  await next()
}

/** Kills the program while one of the files is fetched; it is answered from then on. */
const killedWhileFetching = async (ones: readonly One[]) => {
  running.kill()
  for (const { held } of ones) held.file = null
  await running.start()
  await until(() => ones.some(({ held }) => held.file !== null), LONG)
  running.kill()
  for (const { held } of ones) held.file = ''
}

const sumOf = (ones: readonly One[], of: (given: Given) => number | undefined) =>
  ones.reduce((sum, { given }) => sum + (of(given) ?? 0), 0)
/** The gates of one phase, by the number of its writes. */
const gatesAt = (place: Gate, writes: number): Places[] =>
  writes === 0 ? [] : KILLS.map(share => ({ [place]: Math.max(1, Math.floor(writes * share)) }))
const isPages = ({ source }: Given) => source === 'pages'
const writesOf = (ones: readonly One[]) => ({
  rows: sumOf(ones, ({ made, skipped }) => made + skipped),
  issues: sumOf(ones, given => (isPages(given) ? 0 : given.made)),
  pages: sumOf(ones, given => (isPages(given) ? given.made : 0)),
  comments: sumOf(ones, ({ comments }) => comments),
  files: sumOf(ones, ({ files }) => files),
})

/** Read, tried and imported. */
const whole = async (sides: readonly Side[], ones: readonly One[]): Promise<Shown[]> => {
  const all = await beginAll(sides, ones)
  await reach(all, 'matching')
  await actAll(all, 'check')
  await reach(all, 'checked')
  await actAll(all, 'run')
  return reach(all, 'done')
}

/** The same, killed in the middle of reading, trying, writing issues, pages and comments, and of fetching files. */
const killed = async (sides: readonly Side[], ones: readonly One[]): Promise<Shown[]> => {
  const before = await statesOf(sides)
  const writes = writesOf(ones)
  let all: Begun[] = []
  await killedAt(gatesAt('staged', writes.rows), async () => {
    all = await beginAll(sides, ones)
  })
  await reach(all, 'matching')
  await killedAt(gatesAt('judged', writes.rows), () => actAll(all, 'check'))
  await reach(all, 'checked')
  // Trying has written nothing.
  expect(await statesOf(sides)).toEqual(before)
  const places = [
    ...gatesAt('page', writes.pages),
    ...gatesAt('issue', writes.issues),
    ...(isSoak ? gatesAt('comment', writes.comments) : []),
  ]
  await killedAt(places, () => actAll(all, 'run'))
  if (writes.files > 0) {
    await killedWhileFetching(ones.filter(({ given }) => given.files))
    await killedAt(isSoak ? gatesAt('file', writes.files) : [], () => running.start())
  }
  return reach(all, 'done')
}

const figuresOf = ({ one, shown }: Shown) => {
  const { source, rows, new_count, matched_count, skipped_count, empty_count, fault_count, outcome } = shown
  const projects = outcome?.projects.map(({ id: _, name: __, ...project }) => project)
  return {
    ...{
      name: one.given.name,
      source,
      rows,
      new_count,
      matched_count,
      skipped_count,
      empty_count,
      fault_count,
    },
    ...{ kinds: outcome?.kinds, projects },
  }
}

const expectMade = async (done: readonly Shown[]) => {
  for (const one of done) {
    const { name, made, skipped, comments, files, told } = one.one.given
    expect(figuresOf(one)).toMatchObject({ name, new_count: made, skipped_count: skipped })
    const kinds = one.shown.outcome!.kinds
    for (const [kind, { found, made: here, missing }] of Object.entries(kinds))
      expect([name, kind, found]).toEqual([name, kind, here + missing])
    if (comments !== undefined) expect([name, kinds.comments?.made]).toEqual([name, comments])
    if (files !== undefined) expect([name, kinds.files?.made]).toEqual([name, files])
    const faults = (await one.side.calls.faults(one.id)).map(({ said }) => said).join('\n')
    for (const words of told) expect(`${name}: ${faults}`).toMatch(words)
  }
}

/** Of each import somebody changes a title and comments on another issue, or writes in another page. */
const peopleWork = async (done: readonly Shown[]) => {
  for (const { id, one, side } of done) {
    const { admin, workspace } = side.team
    const [first, second] = await server
      .db('import_rows')
      .where({ import: id, verdict: 'new' })
      // What is archived is not written in.
      .whereNotExists(
        server.db('issues').whereRaw('issues.id = import_rows.issue').whereNotNull('archived_at'),
      )
      .orderBy('nth')
      .limit(2)
      .select('issue', 'target')
    const path = `/api/workspaces/${workspace.slug}/projects/${first.target}`
    const noun = isPages(one.given) ? 'pages' : 'issues'
    const changed = await admin.patch(`${path}/${noun}/${first.issue}/`, { name: 'A change of ours' })
    const html = '<p>Words of ours</p>'
    const said = isPages(one.given)
      ? await admin.patch(`${path}/pages/${second.issue}/`, { description_html: html })
      : await admin.post(`${path}/issues/${second.issue}/comments/`, { comment_html: html })
    expect([one.given.name, changed.status < 300, said.status < 300]).toEqual([one.given.name, true, true])
  }
}

/** Bytes that no row knows, but for those that were being written when the program was killed: these are swept. */
const unknownBytes = async () => {
  await openStore({ dataDir: server.dataDir }).sweep(new Date(Date.now() + 1_000))
  const known = new Set<string>(await server.db('file_assets').pluck('asset'))
  for (const { file, found } of await server.db('imports').select('file', 'found'))
    for (const key of [file, ...(found?.parts ?? [])]) if (key) known.add(key)
  const names = new Set([...known].map(key => key.split('/')[1]))
  return (await filesIn(server.dataDir)).filter(name => !names.has(name))
}

const walk = async (sources: readonly Given[]) => {
  const ones: One[] = []
  for (const given of sources) ones.push(await opened(given))
  const [plain, disturbed] = [await newSides(), await newSides()]
  const before = await statesOf(plain)
  const clock = [performance.now()]
  const lap = () => clock.push(performance.now())

  const quiet = await whole(plain, ones)
  lap()
  await expectMade(quiet)
  for (const { asked } of ones) asked.clear()
  const done = await killed(disturbed, ones)
  lap()
  await expectMade(done)
  expect(done.map(figuresOf)).toEqual(quiet.map(figuresOf))
  const states = await statesOf(disturbed)
  expect(states).toEqual(await statesOf(plain))
  // Asked for again are those alone that a kill found on their way, three at once, and the two that do not come.
  const kills = isSoak ? 1 + KILLS.length : 1
  for (const { asked } of ones)
    expect([...asked.values()].filter(times => times > 1).length).toBeLessThanOrEqual(3 * kills + 2)
  expect(await unknownBytes()).toEqual([])

  const again = await whole(disturbed, ones)
  lap()
  for (const one of again)
    expect(figuresOf(one)).toMatchObject({ new_count: 0, matched_count: one.one.given.made })
  expect(await statesOf(disturbed)).toEqual(states)

  await peopleWork(done)
  const { issues, pages } = writesOf(ones)
  const gone = [
    ...gatesAt('issueGone', issues),
    ...(isSoak || issues === 0 ? gatesAt('pageGone', pages) : []),
  ]
  await killedAt(gone, () => actAll([...done, ...quiet], 'undo'))
  for (const { one, shown } of await reach(done, 'undone'))
    expect(shown.said).toBe(
      `2 ${isPages(one.given) ? 'pages' : 'issues'} that were changed here since have stayed.`,
    )
  for (const { shown } of await reach(quiet, 'undone')) expect(shown.said).toBe(null)
  lap()
  expect(await statesOf(plain)).toEqual(before)
  for (const state of await statesOf(disturbed)) {
    expect(state.comments.every(words => words.includes('Words of ours'))).toBe(true)
    expect(state.relations).toEqual([])
  }
  expect(await unknownBytes()).toEqual([])
  for (const { connection } of sources) if (connection) expect(running.said()).not.toContain(connection.key)
  return clock.slice(1).map((end, at) => ((end - clock[at]!) / 1_000).toFixed(1))
}

if (isSoak)
  test.each(allSources(COUNT).map(given => [given.name, given] as const))(
    '%s: killed in every phase it comes to the same end, twice doubles nothing, and its undo leaves what was',
    async (name, given) => {
      const [whole, killed, again, undo] = await walk([given])
      console.log(`${name}, ${COUNT}: ${whole} s, killed ${killed} s, again ${again} s, undone ${undo} s`)
    },
  )
else
  test('all sources, killed in every phase, come to the same end, twice double nothing, and their undo leaves what was', async () => {
    await walk(allSources(COUNT))
  }, 240_000)
