/** Carries on the long work of a database in a process of its own, and says its memory when it is asked. */
import { openDatabase } from '../../api/db/knex.ts'
import { deriveWith } from '../../api/db/work.ts'
import { derivations } from '../../api/derivations.ts'
import { createLog } from '../../api/log.ts'
import { makeArchive } from '../../api/workspace/archives/archive.ts'
import { bringArchive } from '../../api/workspace/archives/bring.ts'
import { startLongRunner } from '../../api/workspace/jobs/longRunner.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const db = openDatabase(url, 8)
deriveWith(db, derivations)
startLongRunner({ db, log: createLog('warn'), kinds: [makeArchive({ dataDir }), bringArchive({ dataDir })] })
let peak = 0
let late = 0
let last = performance.now()
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
  const now = performance.now()
  late = Math.max(late, now - last - 20)
  last = now
}, 20)
process.on('message', () => process.send?.({ peak, late }))
