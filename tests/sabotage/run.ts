/**
 * Makes each fault of `faults.ts` in a copy of the tree, one at a time, and runs the tests that should see it. It ends with 1
 * where one of them is not seen. `node tests/sabotage/run.ts`, and words of the names of those that are wanted.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, faults } from './faults.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const words = process.argv.slice(2)
const wanted = faults.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)))

const copy = await mkdtemp(join(tmpdir(), 'tandem-sabotage-'))
const run = (command: string, args: string[], cwd = copy) =>
  spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e9, env: { ...process.env, NO_COLOR: '1' } })
const must = (command: string, args: string[], cwd?: string) => {
  const { status, stdout, stderr } = run(command, args, cwd)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`)
}

/** The first test that failed; null where all passed. */
const seen = ({ seenBy }: Fault): string | null => {
  const { status, stdout, stderr } = run('vitest', [
    'run',
    '--maxWorkers=1',
    '--bail=1',
    '--reporter=default',
    ...seenBy,
  ])
  if (status === 0) return null
  return /^ FAIL +(.*)$/m.exec(stdout + stderr)?.[1] ?? 'an error outside of a test'
}

const make = async (fault: Fault): Promise<string | null> => {
  const file = join(copy, fault.file)
  const sound = await readFile(file, 'utf8')
  if (sound.split(fault.from).length !== 2) throw new Error(`${fault.file} does not hold once: ${fault.from}`)
  await writeFile(
    file,
    sound.replace(fault.from, () => fault.to),
  )
  try {
    must('node', ['scripts/build-web.ts'])
    return seen(fault)
  } finally {
    await writeFile(file, sound)
  }
}

must('git', ['clone', '--quiet', '--shared', root, copy])
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
let unseen = 0
for (const fault of wanted) {
  const by = await make(fault)
  if (by === null) unseen++
  console.log(
    `${by === null ? 'NOT SEEN' : 'seen'}: ${fault.name} (${fault.file})${by === null ? '' : `, by ${by}`}`,
  )
}
await rm(copy, { recursive: true, force: true })
console.log(`${wanted.length - unseen} of ${wanted.length} seen`)
process.exit(unseen > 0 ? 1 : 0)
