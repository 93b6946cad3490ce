import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type Counts = { passed: number; failed: number; skipped: number }

const fast = process.argv.includes('--fast')
const out = await mkdtemp(join(tmpdir(), 'tandem-test-'))
const totals: Counts = { passed: 0, failed: 0, skipped: 0 }
/** The failures, told once more at the end: people read a log from there. */
const failures: string[] = []

/** The program is started more than a hundred times: Node's compiled code is kept for the run. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(out, 'compiled') }

const MOST_TOLD = 1_500
const told = (name: string, why: string) =>
  `${name.replace(`${process.cwd()}/`, '')}\n  ${stripVTControlCharacters(why).slice(0, MOST_TOLD).replaceAll('\n', '\n  ')}`

/** Its words are kept until they are asked for: of several at once each is told in one piece. */
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

/** Tests of these kinds, in one run: while the last of one kind end, the first of the next begin. */
const suite = async (...kinds: string[]) => {
  const name = kinds.join(', ')
  console.log(`\n— ${name}`)
  const report = join(out, `${kinds[0]}.json`)
  const begun = spawn(
    'vitest',
    [
      'run',
      ...kinds.flatMap(kind => ['--project', kind]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: 'inherit', env },
  )
  const [code] = await once(begun, 'close')
  const good = code === 0
  try {
    const found = JSON.parse(await readFile(report, 'utf8')) as {
      numTotalTests: number
      numPassedTests: number
      numFailedTests: number
      numFailedTestSuites: number
      testResults: {
        name: string
        status: string
        message: string
        assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
      }[]
    }
    totals.passed += found.numPassedTests
    // A file that could not be loaded has no failed test, yet it failed.
    totals.failed += found.numFailedTests || (good ? 0 : Math.max(1, found.numFailedTestSuites))
    // Includes tests that were never reached, because the story of their file broke off.
    totals.skipped += found.numTotalTests - found.numPassedTests - found.numFailedTests
    for (const file of found.testResults) {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      for (const { fullName, failureMessages } of failed)
        failures.push(told(`${file.name} > ${fullName}`, failureMessages?.[0] ?? ''))
      // A file that the suite stopped before has no message.
      if (failed.length === 0 && file.status === 'failed' && file.message)
        failures.push(told(file.name, file.message))
    }
    if (!good && found.numFailedTests + found.numFailedTestSuites === 0)
      failures.push(`${name}: an error that no test has caught, told above`)
  } catch {
    totals.failed++
    failures.push(`${name}: it wrote no report`)
  }
}

await checkAll([
  ['types', 'tsc', '-p', '.'],
  ['lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['dead code', 'knip'],
  ...(fast ? [] : [['web client builds', 'node', 'scripts/build-web.ts'] satisfies [string, string, string]]),
])
await suite('unit')
if (!fast) await suite('api', 'collab', 'e2e')
await rm(out, { recursive: true, force: true })
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 ? 1 : 0)
