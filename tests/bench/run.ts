import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { analytics } from './analytics.ts'
import { creations, fanOut, lists } from './api.ts'
import { archives } from './archives.ts'
import { auth } from './auth.ts'
import { board } from './browser.ts'
import { documents } from './documents.ts'
import { encodings } from './encodings.ts'
import { home } from './home.ts'
import { hostile } from './hostile.ts'
import { imports } from './imports.ts'
import { bulkEdits, comments, histories, paging } from './issues.ts'
import { load } from './load/load.ts'
import type { Figure } from './measure.ts'
import { notices } from './notices.ts'
import { pageSearch } from './pages.ts'
import { charts, plans } from './planning.ts'
import { planningScreens } from './planningScreens.ts'
import { purges } from './purge.ts'
import { redraws } from './redraws.ts'
import { screens } from './screens.ts'
import { search } from './search.ts'
import { settingsScreens } from './settingsScreens.ts'
import { sortings } from './sortings.ts'
import { starts } from './start.ts'
import { stops } from './stop.ts'
import { tabMemory } from './tab.ts'
import { uploads } from './uploads.ts'
import { webhooks } from './webhooks.ts'
import { world } from './world.ts'

const { values } = parseArgs({
  /** `--only screens,lists` measures these parts alone; others that they build on are named with them. */
  options: {
    issues: { type: 'string', default: '50000' },
    idle: { type: 'string', default: '60' },
    only: { type: 'string' },
    /** Of the load: its sizes, how long it lasts and is waited for after it, and the keys a second of each typist. */
    load: { type: 'string', default: 'small,large' },
    seconds: { type: 'string', default: '60' },
    rest: { type: 'string', default: '60' },
    keys: { type: 'string', default: '3' },
    snapshots: { type: 'string' },
    /** Keeps this run's ratios in the repository. */
    keep: { type: 'boolean', default: false },
  },
})

const figures: Figure[] = []
const part = async (name: string, run: () => Promise<Figure[]>) => {
  if (values.only && !values.only.split(',').includes(name)) return
  console.error(`measuring ${name} …`)
  try {
    figures.push(...(await run()))
  } catch (error) {
    figures.push({
      measure: name,
      aim: '',
      value: `not measured: ${(error as Error).message.split('\n')[0]}`,
      n: 0,
    })
  }
}

await part('starts', () => starts(Number(values.idle)))
await part('load', () =>
  load({
    sizes: values.load.split(','),
    issues: Number(values.issues),
    seconds: Number(values.seconds),
    rest: Number(values.rest),
    keys: Number(values.keys),
    snapshots: values.snapshots,
  }),
)
const bench = await world()
await part('imports', () => imports(bench, Number(values.issues) * 2))
await part('auth', () => auth(bench))
await part('encodings', () => encodings(bench))
await part('uploads', () => uploads(bench))
await part('lists', () => lists(bench, Number(values.issues)))
await part('sortings', () => sortings(bench, Number(values.issues)))
await part('purge', () => purges(bench, Number(values.issues)))
await part('creations', () => creations(bench))
await part('fan-out', () => fanOut(bench))
await part('documents', () => documents(bench))
await part('hostile texts', () => hostile(bench))
await part('stops', () => stops(bench))
await part('page search', () => pageSearch(bench))
await part('search', () => search(bench, Number(values.issues), Number(values.issues) / 25))
await part('bulk edits', () => bulkEdits(bench))
await part('histories', () => histories(bench))
await part('comments', () => comments(bench))
await part('paging', () => paging(bench))
await part('charts', () => charts(bench))
await part('plans', () => plans(bench))
await part('notices', () => notices(bench))
await part('webhooks', () => webhooks(bench))
await part('archive', () => archives(bench, Number(values.issues)))
await part('home', () => home(bench, Number(values.issues)))
await part('analytics', () => analytics(bench, Number(values.issues)))
await part('board', () => board(bench))
await part('redraws', () => redraws(bench))
await part('tab', () => tabMemory(bench))
await part('settings screens', () => settingsScreens(bench))
await part('planning screens', () => planningScreens(bench, Number(values.issues)))
await part('screens', () => screens(bench, Number(values.issues)))
await bench.close()

// The ratios that were last thought worth keeping: a change is seen in the run that made it.
const KEPT = new URL('kept.json', import.meta.url)
const kept = JSON.parse(await readFile(KEPT, 'utf8')) as Record<string, number>
const ratioOf = ({ measure, ratio }: Figure) => {
  if (ratio === undefined) return ''
  const before = kept[measure]
  return `${ratio.toFixed(2)} x${before === undefined ? '' : ` (was ${before.toFixed(2)})`}`
}

const heads = ['measure', 'aim', 'ratio', 'value', 'note'] as const
const rows = figures.map(figure => ({ ...figure, ratio: ratioOf(figure), note: figure.note ?? '' }))
const widths = heads.map(name => Math.max(name.length, ...rows.map(row => row[name].length)))
const line = (cells: readonly string[]) =>
  cells
    .map((cell, at) => cell.padEnd(widths[at]!))
    .join('  ')
    .trimEnd()
console.log(`\n${cpus().length} cores, Node ${process.version}\n`)
console.log(line(heads))
for (const row of rows) console.log(line(heads.map(name => row[name])))
await mkdir('bench-out', { recursive: true })
await writeFile(
  'bench-out/figures.json',
  `${JSON.stringify({ at: new Date().toISOString(), cores: cpus().length, figures }, null, 2)}\n`,
)
if (values.keep) {
  for (const { measure, ratio } of figures)
    if (ratio !== undefined) kept[measure] = Math.round(ratio * 100) / 100
  await writeFile(KEPT, `${JSON.stringify(kept, Object.keys(kept).sort(), 2)}\n`)
}
process.exit(0)
