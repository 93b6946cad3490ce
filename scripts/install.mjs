// Runs on the Node that the machine has (18 or newer), before anything is installed: builtins only.
// A script named as argument runs afterwards on the Node that was installed. `a && b` would not do that: the shell
// remembers where it found `node` the first time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const mark = `${root}node_modules/.tandem-install`
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .update(process.platform + process.arch)
  .digest('hex')

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== wanted) {
  console.log('Installing what package-lock.json names …')
  // Not `npm ci`: it insists that the lockfile names the packages of every other platform too.
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(mark, wanted)
}

const [script] = process.argv.slice(2)
if (script) {
  const { status } = spawnSync('node', [script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exit(status ?? 1)
}
