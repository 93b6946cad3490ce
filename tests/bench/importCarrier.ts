/** Carries on the imports of a database in a process of its own, and says its memory and how long it was held up. */
import { openDatabase } from '../../api/db/knex.ts'
import { deriveWith } from '../../api/db/work.ts'
import { derivations } from '../../api/derivations.ts'
import { importRunner } from '../support/imports.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const db = openDatabase(url, 8)
deriveWith(db, derivations)
await importRunner({ db, dataDir })
let peak = 0
let late = 0
let last = performance.now()
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
  const now = performance.now()
  late = Math.max(late, now - last - 20)
  last = now
}, 20)
process.send?.('ready')
process.on('message', () => process.send?.({ peak: Math.round(peak / 1_048_576), late: Math.round(late) }))
