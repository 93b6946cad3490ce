import { z } from 'zod'
import { entity, id, type Route, revision } from '../define.ts'
import { never } from '../rules.ts'

/** Says that a text was stored anew. Carries no text: its readers fetch and merge it. */
export const DocumentRow = entity({
  name: 'document',
  table: 'documents',
  scope: 'workspace',
  place: { workspace: 'workspace_id', project: 'project_id' },
  kept: 'never',
  read: never,
  shape: {
    id,
    kind: z.enum(['issue', 'page']),
    workspace_id: id,
    project_id: id,
    version: z.number().int(),
    /** The people mentioned, for the readers of the log that notify them. */
    mentions: z.array(id),
    updated_by: id.nullable(),
    ...revision,
  },
})

/** A text as an editor holds it, by call: one Yjs update in base64; its HTML counts where the two share no history. */
export const binaryText = z.object({
  description_binary: z.string().optional(),
  description_html: z.string().optional(),
  description: z.unknown().optional(),
})
/** The fields in which a call may bring a text. */
const TEXT_FIELDS = ['description', 'description_html', 'description_markdown', 'description_binary']

/** Those of them that a route takes. */
export const textFieldsOf = ({ body }: Pick<Route, 'body'>): string[] => {
  const shape = (body as Partial<z.ZodObject> | undefined)?.shape ?? {}
  return TEXT_FIELDS.filter(name => Object.hasOwn(shape, name))
}
export const bringsText = (route: Pick<Route, 'body'>): boolean => textFieldsOf(route).length > 0

export const textTaken = {
  answer: z.object({ message: z.string() }),
  says: { message: 'Updated successfully' },
}

/** Why a document is not opened on a socket: it is not theirs to see, or the server cannot tell or open it right now. */
export const REFUSED = 'permission-denied'
export const UNAVAILABLE = 'unavailable'

/** Why a document is open only for reading. */
export type WriteRefusal = keyof typeof WRITE_REFUSALS
export const WRITE_REFUSALS = {
  locked: 'This text is locked.',
  archived: 'This text is archived.',
  readOnly: 'You can read this text, but not change it.',
  unknownBlocks: 'This text contains blocks that this client does not know.',
  tooLong: 'This text would become too long.',
  beyondReading: 'Blocks would be too deep within each other, or a cell span too many columns.',
  unavailable: 'The server cannot tell right now whether you may change this text.',
} as const

/**
 * The stateless words that every client of the protocol knows; all others go only to clients that stated a schema
 * number.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(['locked', 'unlocked', 'archived', 'unarchived'])

/** Stateless messages, as JSON, from the server to the editors of a document. */
export type DocumentWord =
  /** PostgreSQL has everything up to this state vector (base64), and the deletions of this digest. */
  | { type: 'saved'; stateVector: string; deletions: number }
  | { type: 'unsaved'; why: string }
  /** The client's update would make the text too long. It was not taken; the client may send less. */
  | { type: 'tooLong' }
  | { type: 'rights'; write: true }
  | { type: 'rights'; write: false; why: WriteRefusal }
  /** The document is no longer shared with this person; the connection ends. */
  | { type: 'gone' }
