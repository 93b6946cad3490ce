/** The documents name things that exist, and are short enough to be read. */
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const found = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: path => /node_modules|(^|\/)dist$/.test(path) })
const SOURCES = ['api', 'collab-server', 'migrations', 'scripts', 'tests', 'web'].flatMap(folder =>
  found(`${folder}/**/*.{ts,tsx,js,mjs,css,html,json,md}`),
)
const notes = found('{api,collab-server,web}/**/NOTES.md')
const documents = ['ARCHITECTURE.md', ...notes]

const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const code = SOURCES.filter(path => !/\.(md|json)$/.test(path))
  .map(read)
  .join('\n')
const folders = new Set(
  SOURCES.flatMap(path => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
)
const paths = [...SOURCES, ...folders, ...found('*')]

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const isCommand = (name: string) => name.startsWith('npm run ') && name.slice(8) in scripts
const isPath = (name: string) => paths.some(path => `/${path}`.endsWith(`/${name.replace(/^\/|\/$/g, '')}`))

test('every name in the documents exists', () => {
  const missing = documents.flatMap(path =>
    [
      ...read(path)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/`([^`\n]+)`/g),
    ]
      .map(([, name]) => name!)
      .filter(name => !/[<…]/.test(name))
      .filter(
        name =>
          !isCommand(name) &&
          !isPath(name) &&
          !isPath(`${dirname(path)}/${name}`) &&
          !code.includes(name.replace(/\(.*\)$/, '')),
      )
      .map(name => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('the map is read in ten minutes, the notes of a room in five', () => {
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(151)
  expect(notes.filter(path => read(path).split('\n').length > 81)).toEqual([])
  expect(notes.filter(path => !read('ARCHITECTURE.md').includes(`\`${dirname(path)}\``))).toEqual([])
})
