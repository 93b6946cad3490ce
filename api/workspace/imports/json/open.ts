/** A file of JSON as records: a board of Trello, tasks of Asana, or a list of issues. */
import { ZodError } from 'zod'
import { messageOf } from '#contract/messageOf.ts'
import type { Staged } from '../draft.ts'
import { Unreadable } from '../read/source.ts'
import { isAsana, readAsana } from './asana.ts'
import { readList } from './lists.ts'
import { jsonParts, NotJson } from './parts.ts'
import { readTrello } from './trello.ts'

const saidOf = (error: unknown): string => {
  if (error instanceof NotJson) return messageOf(error)
  if (error instanceof SyntaxError) return 'The file is no JSON: it was cut off or changed.'
  if (!(error instanceof ZodError)) throw error
  const at = error.issues[0]?.path.join('.')
  return `The file has a form that we do not know${at ? `, at ${at}` : ''}.`
}

/** `open` begins to read the file anew; `head` is its beginning. */
export async function* readJsonFile(
  open: () => AsyncGenerator<Buffer>,
  head: Buffer,
): AsyncGenerator<Staged, void> {
  const words = head.toString('utf8').replace(/^\uFEFF/, '')
  const parts = () => jsonParts(open())
  try {
    if (/^\s*\[/.test(words)) yield* readList(parts())
    else yield* isAsana(words) ? readAsana(parts()) : readTrello(parts)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(saidOf(error))
  }
}
