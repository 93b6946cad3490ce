/** What is stored quietly while a text is written is reported to others after a while, and when the writing ends. */
import type { Logger } from 'pino'
import type { Db } from '../api/db/knex.ts'
import { nobody } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { QUIET_MS, tellStored } from '../api/text/documents/store.ts'
import type { Subject } from '../api/text/documents/stored.ts'

export const createQuiet = ({ db, log }: { db: Db; log: Logger }) => {
  const waiting = new Map<string, { subject: Subject; timer: NodeJS.Timeout }>()
  const end = async (name: string) => {
    const one = waiting.get(name)
    if (!one) return
    clearTimeout(one.timer)
    waiting.delete(name)
    // What fails here, or ends with the process, a job comes upon.
    await inWork(db, { viewer: nobody }, work => tellStored(work, one.subject)).catch(error =>
      log.warn({ err: error, document: name }, 'a stored text was not told'),
    )
  }
  return {
    begin: (name: string, subject: Subject) => {
      if (waiting.has(name)) return
      waiting.set(name, { subject, timer: setTimeout(() => void end(name), QUIET_MS).unref() })
    },
    end,
    endAll: async () => {
      await Promise.all([...waiting.keys()].map(end))
    },
  }
}
