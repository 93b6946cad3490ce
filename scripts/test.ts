import { spawnSync } from 'node:child_process'
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
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit', env }).status === 0

const MOST_TOLD = 1_500
const told = (name: string, why: string) =>
  `${name.replace(`${process.cwd()}/`, '')}\n  ${stripVTControlCharacters(why).slice(0, MOST_TOLD).replaceAll('\n', '\n  ')}`

const check = (name: string, command: string, args: string[]) => {
  console.log(`\n— ${name}`)
  const good = run(command, args)
  totals[good ? 'passed' : 'failed']++
  if (!good) failures.push(name)
}

const suite = async (name: string) => {
  console.log(`\n— ${name}`)
  const report = join(out, `${name}.json`)
  const good = run('vitest', [
    'run',
    '--project',
    name,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
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

check('types', 'tsc', ['-p', '.'])
check('lint', 'biome', ['check', '--error-on-warnings', '.'])
check('dead code', 'knip', [])
await suite('unit')
if (!fast) {
  check('web client builds', 'node', ['scripts/build-web.ts'])
  for (const name of ['api', 'collab', 'e2e']) await suite(name)
}
await rm(out, { recursive: true, force: true })
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 ? 1 : 0)
