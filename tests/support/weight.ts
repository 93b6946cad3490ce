/** The weight of the built client on its way to a browser. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../../web/dist/', import.meta.url))
const IMPORTED = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g

/** Bytes of files, gzipped. */
export const bytesOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(dist + name)).length, 0)

/** A script with all that it imports at once. */
const withImports = (name: string, known = new Set<string>()): Set<string> => {
  if (known.has(name)) return known
  known.add(name)
  if (name.endsWith('.js'))
    for (const [, other] of readFileSync(dist + name, 'utf8').matchAll(IMPORTED))
      withImports(`assets/${other}`, known)
  return known
}

/** Files that every first address loads: the page's own script and style, and their direct imports. */
export const firstFiles = (): string[] => {
  const html = readFileSync(`${dist}index.html`, 'utf8')
  const known = new Set<string>()
  for (const [, name] of html.matchAll(/\/(assets\/[^"]+\.(?:js|css))/g)) withImports(name!, known)
  return [...known]
}

/** Addresses of scripts and styles that the page itself names. */
export const namedFiles = (): string[] =>
  [...readFileSync(`${dist}index.html`, 'utf8').matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, address]) => address ?? '',
  )

/** Bytes, gzipped, of scripts and of styles that come before the first screen. */
export const firstWeight = () => {
  const names = firstFiles()
  return {
    scripts: bytesOf(names.filter(name => name.endsWith('.js'))),
    styles: bytesOf(names.filter(name => name.endsWith('.css'))),
  }
}

/** By its module's name the weight of a screen beyond that: its own script, and with its imports. */
export const screenWeights = (names: RegExp): { name: string; own: number; brought: number }[] => {
  const first = new Set(firstFiles())
  return readdirSync(`${dist}assets`)
    .filter(name => name.endsWith('.js') && names.test(name))
    .map(name => {
      const all = [...withImports(`assets/${name}`)].filter(one => !first.has(one))
      return { name: name.split('-')[0]!, own: bytesOf([`assets/${name}`]), brought: bytesOf(all) }
    })
}
