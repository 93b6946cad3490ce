import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'web/dist/.built-from')
const SOURCES = ['web', 'api/contract', 'collab-server/document', 'scripts/build-web.ts', 'package-lock.json']

const hashSources = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(root, source)
    const names = /\.\w+$/.test(source)
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

const encodings = [
  [
    '.br',
    promisify(brotliCompress),
    { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  ],
  ['.gz', promisify(gzip), { level: constants.Z_BEST_COMPRESSION }],
] as const

/** Compresses each built file once, as well as can be; `api/http/web.ts` hands it out. */
const compressAll = async (folder: string) => {
  const names = (await readdir(folder, { recursive: true })).filter(name =>
    /\.(js|css|html|svg|json)$/.test(name),
  )
  const pack = async (name: string) => {
    const plain = await readFile(join(folder, name))
    for (const [ending, compress, options] of encodings) {
      const packed = await compress(plain, options as never)
      if (packed.length < plain.length) await writeFile(join(folder, name + ending), packed)
    }
  }
  await Promise.all(names.map(pack))
}

/** The icons that projects are given, for pages that run no scripts: by plain name what is in an `svg`. */
const writeIcons = async (folder: string) => {
  const [{ icons }, { createElement }, { renderToStaticMarkup }, { plainName }] = await Promise.all([
    import('lucide-react'),
    import('react'),
    import('react-dom/server'),
    import('#contract/text/signs.ts'),
  ])
  const drawn = Object.entries(icons).map(([name, icon]) => {
    const svg = renderToStaticMarkup(createElement(icon))
    return [plainName(name), svg.replace(/^<svg[^>]*>|<\/svg>$/g, '')]
  })
  await writeFile(join(folder, 'icons.json'), JSON.stringify(Object.fromEntries(drawn)))
}

const wanted = await hashSources()
const built = await readFile(stamp, 'utf8').catch(() => '')
if (built !== wanted) {
  console.log('Building the web client …')
  // Loaded only when needed: a start that has nothing to build does not wait for it.
  const { build } = await import('vite')
  const { startByContent } = await import('../web/vite.config.ts')
  await build({ root: join(root, 'web'), configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  // The page that the server fills in for those without an account shares nothing with the client but its colours and type.
  await build({
    root: join(root, 'web'),
    configFile: false,
    publicDir: false,
    plugins: [startByContent()],
    logLevel: 'warn',
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(root, 'web/form.html') },
    },
  })
  await writeIcons(join(root, 'web/dist'))
  await compressAll(join(root, 'web/dist'))
  await writeFile(stamp, wanted)
}
