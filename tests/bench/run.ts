import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { creations, fanOut, lists } from './api.ts'
import { board } from './browser.ts'
import { documents } from './documents.ts'
import { bulkEdits, comments, histories, paging } from './issues.ts'
import type { Figure } from './measure.ts'
import { pageSearch } from './pages.ts'
import { screens } from './screens.ts'
import { starts } from './start.ts'
import { uploads } from './uploads.ts'
import { world } from './world.ts'

const { values } = parseArgs({
  /** `--only screens,lists` measures these parts alone; others that they build on are named with them. */
  options: {
    issues: { type: 'string', default: '50000' },
    idle: { type: 'string', default: '60' },
    only: { type: 'string' },
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
const bench = await world()
await part('uploads', () => uploads(bench))
await part('lists', () => lists(bench, Number(values.issues)))
await part('creations', () => creations(bench))
await part('fan-out', () => fanOut(bench))
await part('documents', () => documents(bench))
await part('page search', () => pageSearch(bench))
await part('bulk edits', () => bulkEdits(bench))
await part('histories', () => histories(bench))
await part('comments', () => comments(bench))
await part('paging', () => paging(bench))
await part('board', () => board(bench))
await part('screens', () => screens(bench, Number(values.issues)))
await bench.close()

const wide = (name: 'measure' | 'aim' | 'value') =>
  Math.max(name.length, ...figures.map(figure => figure[name].length))
const row = (figure: Pick<Figure, 'measure' | 'aim' | 'value'> & { note?: string }) =>
  `${figure.measure.padEnd(wide('measure'))}  ${figure.aim.padEnd(wide('aim'))}  ${figure.value.padEnd(wide('value'))}  ${figure.note ?? ''}`.trimEnd()
console.log(`\n${cpus().length} cores, Node ${process.version}\n`)
console.log(row({ measure: 'measure', aim: 'aim', value: 'value' }))
for (const figure of figures) console.log(row(figure))
await mkdir('bench-out', { recursive: true })
await writeFile(
  'bench-out/figures.json',
  `${JSON.stringify({ at: new Date().toISOString(), cores: cpus().length, figures }, null, 2)}\n`,
)
process.exit(0)
