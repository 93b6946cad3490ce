/** From the first change of an open text on, a thread reads its stored version: the first store has only the changes to read. */
import type { Logger } from 'pino'
import type { Db } from '../api/db/knex.ts'
import { readStored } from '../api/text/documents/store.ts'
import type { Subject } from '../api/text/documents/stored.ts'

type Options = { db: Db; log: Logger }

export const createAhead = ({ db, log }: Options) => {
  const vectors = new Map<string, Promise<Uint8Array | null>>()
  return {
    /** Once for each opening: later the thread keeps what it has stored. */
    begin: (name: string, subject: Subject | undefined, version: number | undefined) => {
      if (vectors.has(name) || !subject || version === undefined) return
      const reading = readStored(db, subject, { name, known: version }).catch(error => {
        log.warn({ err: error, document: name }, 'a document was not read ahead of its first store')
        return null
      })
      vectors.set(name, reading)
    },
    /** The state vector that was read; null where nothing was. A store that would come before waits for it. */
    of: async (name: string): Promise<Uint8Array | null> => (await vectors.get(name)) ?? null,
    delete: (name: string) => vectors.delete(name),
  }
}
