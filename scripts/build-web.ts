import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'web/dist/.built-from')
const SOURCES = ['web', 'api/contract', 'collab-server/document', 'package-lock.json']

const hashSources = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(root, source)
    const names = source.endsWith('.json')
      ? ['']
      : (await readdir(path, { recursive: true, withFileTypes: true }))
          .filter(entry => entry.isFile())
          .map(entry => `/${relative(path, join(entry.parentPath, entry.name))}`)
          .filter(name => !name.startsWith('/dist/'))
          .sort()
    for (const name of names) hash.update(name).update(await readFile(path + name))
  }
  return hash.digest('hex')
}

const wanted = await hashSources()
const built = await readFile(stamp, 'utf8').catch(() => '')
if (built !== wanted) {
  console.log('Building the web client …')
  // Loaded only when needed: a start that has nothing to build does not wait for it.
  const { build } = await import('vite')
  await build({ root: join(root, 'web'), configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  await writeFile(stamp, wanted)
}
