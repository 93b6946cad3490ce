/**
 * `npm test` runs everything, `npm run check` (`--fast`) what needs neither database nor browser, `npm run soak` (`--soak`, and
 * words of file names) for hours what `npm test` does a few times.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type Test = { fullName: string; status: string; failureMessages?: string[] }
type File = {
  name: string
  status: string
  message: string
  startTime: number
  endTime: number
  assertionResults: Test[]
}
type Report = { testResults: File[] }

/** More browser tests than this fail at once for a reason. */
const MOST_FLAKY = 3
const MOST_TOLD = 1_500
const BROWSER = 'tests/e2e/'

const isFast = process.argv.includes('--fast')
const isSoak = process.argv.includes('--soak')
const out = await mkdtemp(join(tmpdir(), 'tandem-test-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
/** The failures, reported once more at the end: people read a log from there. */
const failures: string[] = []
/** Browser tests that failed once and passed alone, with their first failure. */
const flaky: string[] = []

/** The program is started more than a hundred times: Node's compiled code is kept for the run. */
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: join(out, 'compiled'),
  ...(isSoak ? { SOAK: '1' } : {}),
}

const told = (name: string, why: string) =>
  `${name}\n  ${stripVTControlCharacters(why).slice(0, MOST_TOLD).replaceAll('\n', '\n  ')}`

/** Its words are kept until they are asked for: of several at once each is reported in one piece. */
const begin = (command: string, args: string[]) => {
  const begun = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const said: Buffer[] = []
  for (const stream of [begun.stdout, begun.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  return once(begun, 'close').then(([code]) => ({ good: code === 0, said: Buffer.concat(said) }))
}

/** At once: none of them knows what to do with all cores all the time. */
const checkAll = async (checks: [name: string, command: string, ...args: string[]][]) => {
  const begun = checks.map(([name, command, ...args]) => ({ name, end: begin(command, args) }))
  for (const { name, end } of begun) {
    const { good, said } = await end
    console.log(`\n— ${name}`)
    process.stdout.write(said)
    totals[good ? 'passed' : 'failed']++
    if (!good) failures.push(name)
  }
}

/** `uncaught`: errors outside of tests, which only this one of the reports says. A second run does not excuse them. */
const vitest = async (
  name: string,
  args: string[],
): Promise<{ report: Report | null; uncaught: boolean }> => {
  console.log(`\n— ${name}`)
  const base = join(out, name.replaceAll(/\W+/g, '-'))
  const reports = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${base}.json`,
    '--reporter=junit',
    `--outputFile.junit=${base}.xml`,
  ]
  const begun = spawn('vitest', ['run', ...args, ...reports], { stdio: 'inherit', env })
  const [code] = await once(begun, 'close')
  const read = (ending: string) => readFile(`${base}.${ending}`, 'utf8').catch(() => '')
  const [json, xml] = [await read('json'), await read('xml')]
  const report = json ? (JSON.parse(json) as Report) : null
  const hasFailed = report?.testResults.some(file => failuresOf(file).length > 0) ?? true
  // An end that no test explains counts, too.
  const uncaught = xml.includes('vitest unhandled errors') || (code !== 0 && !hasFailed)
  return { report, uncaught }
}

const nameOf = (file: File) => relative(process.cwd(), file.name)

/** The failures of a file, by the name of their test; of one that could not be loaded, or whose beginning failed, by its own. */
const failuresOf = (file: File): [name: string, why: string][] => {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) => [fullName, failureMessages?.[0] ?? ''])
  return file.status === 'failed' ? [['', file.message || 'It was not run to its end.']] : []
}

const count = ({ assertionResults }: File) => {
  for (const { status } of assertionResults)
    totals[status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped']++
}

/** What each kind of test costs, in the time of its workers. */
const tellSeconds = ({ testResults }: Report) => {
  const seconds = new Map<string, { tests: number; ms: number }>()
  for (const file of testResults) {
    const kind = nameOf(file).split('/')[1]!
    const sum = seconds.get(kind) ?? { tests: 0, ms: 0 }
    sum.tests += file.assertionResults.length
    sum.ms += file.endTime - file.startTime
    seconds.set(kind, sum)
  }
  for (const [kind, { tests, ms }] of seconds)
    console.log(`  ${kind}: ${tests} tests, ${Math.round(ms / 1_000)} s`)
}

/**
 * A browser test that fails is run once more, when nothing else runs: with its file, for tests of a file may be one story. One
 * unlucky moment does not fail the whole run; a fault, or much bad luck, does.
 */
const runAgain = async (failed: File[]): Promise<File[]> => {
  const again = await vitest('once more, alone', [
    '--project',
    'e2e',
    '--maxWorkers=1',
    ...failed.map(nameOf),
  ])
  if (again.uncaught) return failed
  return failed.map(first => {
    const second = again.report?.testResults.find(({ name }) => name === first.name)
    if (!second || failuresOf(second).length > 0) return second ?? first
    for (const [name, why] of failuresOf(first)) flaky.push(told(`${nameOf(first)} > ${name}`, why))
    return second
  })
}

/** Tests of these kinds, in one run: while the last of one kind end, the first of the next begin. */
const suite = async (name: string, args: string[]) => {
  const { report, uncaught } = await vitest(name, args)
  if (!report) {
    totals.failed++
    failures.push(`${name}: it wrote no report`)
    return
  }
  tellSeconds(report)
  const failed = report.testResults.filter(file => failuresOf(file).length > 0)
  if (uncaught) {
    totals.failed++
    failures.push(`${name}: an error that no test has caught, told above`)
  }
  const browser = failed.filter(file => nameOf(file).startsWith(BROWSER))
  const unlucky = browser.flatMap(failuresOf).length
  const again = unlucky > 0 && unlucky <= MOST_FLAKY ? await runAgain(browser) : []
  for (const first of report.testResults) {
    const file = again.find(({ name }) => name === first.name) ?? first
    count(file)
    const faults = failuresOf(file)
    // A file that could not be loaded has no failed test, yet it failed.
    if (faults.length > 0 && file.assertionResults.every(({ status }) => status !== 'failed')) totals.failed++
    for (const [test, why] of faults) failures.push(told(`${nameOf(file)} > ${test}`, why))
  }
}

const kinds = (...names: string[]) => names.flatMap(name => ['--project', name])

/** The files that do more in a soak import the numbers of one. */
const soak = async () => {
  const words = process.argv.slice(process.argv.indexOf('--soak') + 1)
  const files: string[] = []
  for await (const file of glob('tests/{unit,api,collab-server}/*.test.ts'))
    if ((await readFile(file, 'utf8')).includes("'../support/soak.ts'")) files.push(file)
  for await (const file of glob('tests/soak/*.test.ts')) files.push(file)
  const chosen = files.filter(file => words.length === 0 || words.some(word => file.includes(word)))
  await suite('soak', [
    ...kinds('unit', 'api', 'collab', 'soak'),
    '--testTimeout=0',
    '--maxWorkers=1',
    ...chosen,
  ])
}

if (isSoak) {
  await checkAll([['web client builds', 'node', 'scripts/build-web.ts']])
  await soak()
} else {
  await checkAll([
    ['types', 'tsc', '-p', '.'],
    ['lint', 'biome', 'check', '--error-on-warnings', '.'],
    ['dead code', 'knip'],
    ...(isFast
      ? []
      : [['web client builds', 'node', 'scripts/build-web.ts'] satisfies [string, string, string]]),
  ])
  await suite('unit', kinds('unit'))
  if (!isFast) await suite('api, collab, e2e', kinds('api', 'collab', 'e2e'))
}
await rm(out, { recursive: true, force: true })
for (const failure of failures) console.log(`\nFAILED ${failure}`)
for (const one of flaky) console.log(`\nflaky ${one}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 ? 1 : 0)
