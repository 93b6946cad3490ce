import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * The parts that every screen needs are a few files: as sixty small ones they are a tenth heavier. Icons stay out of the
 * groups, which would take in all of the icon picker's with the few that the first screen names.
 */
const first = [
  { name: 'libraries', test: /node_modules[\\/](?!lucide-react)/ },
  { name: 'first', test: /^(?!.*node_modules)/, includeDependenciesRecursively: false },
].map(group => ({ ...group, tags: ['$initial' as const] }))

type Told = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }
const LISTS = 'issues/list/IssuesScreen.tsx'
let listModules: Set<string> | null = null

/** A module of ours with all that it imports at once. */
const withImports = (path: string, told: Told): Set<string> => {
  const found = new Set([join(import.meta.dirname, path)])
  // Walking a set reaches the members that are added on the way.
  for (const id of found) for (const other of told.getModuleInfo(id)?.importedIds ?? []) found.add(other)
  return found
}

/** The lists' own parts are one file as well: most other screens need it, too. */
const lists = {
  debugName: 'lists',
  name: (id: string, told: Told) => {
    if (!listModules) {
      const first = withImports('main.tsx', told)
      listModules = new Set([...withImports(LISTS, told)].filter(one => !first.has(one)))
    }
    return listModules.has(id) ? 'lists' : null
  },
  includeDependenciesRecursively: false,
}

/** What dragging takes is asked for by itself, behind the first rows, and comes as one file. */
const drag = {
  name: 'drag',
  test: /node_modules[\\/](@atlaskit|bind-event-listener|raf-schd)[\\/]|[\\/]ui[\\/]drag[\\/]engine\.ts$/,
}

/**
 * What forms and dialogs take is one file: each file more is named before the first screen, with all the screens that ask
 * for it.
 */
const forms = {
  name: 'forms',
  test: /[\\/]web[\\/](forms[\\/](useForm|refusal)|settings[\\/]saving|ui[\\/]leaveGuard|ui[\\/]popups[\\/](Dialog|Answers)|ui[\\/]controls[\\/](Field|TextInput|PasswordInput|Switch|HeldButton))\.tsx?$|node_modules[\\/]@base-ui[\\/]react[\\/].*dialog/,
  includeDependenciesRecursively: false,
}

const PLANS = ['cycles/CyclesScreen', 'modules/ModulesScreen', 'cycles/CycleScreen', 'modules/ModuleScreen']
const OF_PLANS = /[\\/]web[\\/]planning[\\/]/
/** Signing in needs parts of these, and nothing else of a list. */
const OF_FORMS = /[\\/]web[\\/](ui|forms)[\\/]|node_modules/
let planModules: Set<string> | null = null

/**
 * The parts that several screens of cycles and modules share are one file, and those that they share with other screens
 * another: thirty small files are waited for longer than the same in two.
 */
const plans = {
  debugName: 'plans',
  name: (id: string, told: Told) => {
    if (!planModules) {
      const all = PLANS.map(name => withImports(`planning/${name}.tsx`, told))
      const isShared = (one: string) => all.filter(screen => screen.has(one)).length > 1
      planModules = new Set(all.flatMap(screen => [...screen].filter(isShared)))
    }
    if (!planModules.has(id) || OF_FORMS.test(id)) return null
    return OF_PLANS.test(id) ? 'plans' : 'rows'
  },
  includeDependenciesRecursively: false,
}

/** Nobody reads the API reference's words in a browser, and they weigh as much as a screen. */
const withoutReference = (): Plugin => ({
  name: 'without-reference',
  apply: 'build',
  transform: {
    filter: { id: /\/api\/contract\/.*\.ts$/ },
    handler: code =>
      code
        .replace(/^\s*exposes: \{ v1: .*\},?$/gm, '')
        .replace(/^\s*summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?$/gm, ''),
  },
})

/**
 * The script that runs before the first paint is named by its content, as the client's own files are: whoever has it
 * asks for the first answers at once, and not one answer later.
 */
export const startByContent = (): Plugin => ({
  name: 'start-by-content',
  apply: 'build',
  buildStart() {
    const source = readFileSync(join(import.meta.dirname, 'start.js'))
    this.emitFile({ type: 'asset', name: 'start.js', source })
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const file = Object.values(bundle).find(one => one.type === 'asset' && one.names.includes('start.js'))
      if (!file || !html.includes('"/start.js"')) throw new Error('The client is built without its start.')
      return html.replace('"/start.js"', `"/${file.fileName}"`)
    },
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutReference(), startByContent(), react(), tailwind()],
  resolve: { alias: { zod: join(import.meta.dirname, 'data/schemas.ts') } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [...first, drag, lists, forms, plans] } } },
  },
  // The client's files name each other by their places beside one another: `public/sw.js` hands them out at a second place.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  server: {
    proxy: Object.fromEntries(
      ['^/api(?!/docs)', '/auth', '/files', '/live', '/yjs', '/spaces'].map(path => [
        path,
        { target: 'http://127.0.0.1:3000', ws: true, changeOrigin: false },
      ]),
    ),
  },
})
