import { z } from 'zod'
import { id, route } from './define.ts'

/** Raise it with every change of a message or of a flat row; a test pins the schema's hash to it. */
export const PROTOCOL = 23

/** One change as a viewer sees it. `remove` also stands for a row that left the viewer's sight. */
export const Change = z.object({
  seq: z.number().int(),
  entity: z.string(),
  id: z.string(),
  op: z.enum(['upsert', 'remove']),
  row: z.record(z.string(), z.unknown()).nullable(),
  /**
   * Of a noun whose rows a browser holds in part: the columns that have changed, as they were for the viewer, of a removal
   * the whole row. With it a list counts rows that it has not loaded. Null where the viewer did not see the row before.
   */
  was: z.record(z.string(), z.unknown()).nullable(),
  mutation_id: id.nullable(),
  actor_id: id.nullable(),
})
export type Change = z.infer<typeof Change>

export const Cursor = z.object({
  workspace: z.number().int(),
  user: z.number().int(),
})
export type Cursor = z.infer<typeof Cursor>
export type LiveScope = keyof Cursor

/** Browser to server: the first message, and again whenever a gap shows. */
export const Hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  workspace: z.string(),
  after: Cursor,
})
export type Hello = z.infer<typeof Hello>

/** Where people see who else is there. */
const HerePlace = z.object({ kind: z.enum(['cycle', 'project']), id })
export type HerePlace = z.infer<typeof HerePlace>

/** What somebody does to an issue. */
export const HereAt = z.object({ issue: id, doing: z.enum(['reads', 'edits', 'moves']) })
export type HereAt = z.infer<typeof HereAt>

/**
 * Browser to server: the person looks at this place, where others who do are shown, and does this there. A null place:
 * they do not look any more.
 */
export const Here = z.object({
  type: z.literal('here'),
  place: HerePlace.nullable(),
  at: HereAt.nullable().optional(),
})
export type Here = z.infer<typeof Here>

/** Somebody at a place. To people who may not see all issues of the project what they do is not shown. */
export const HerePerson = z.object({ id, at: HereAt.nullable() })
export type HerePerson = z.infer<typeof HerePerson>

/** So many people are notified of at most. */
export const MOST_HERE = 20

/** Server to browser. `changes` are applied whole: from `from` (exclusive) to `to` (inclusive). */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), at: Cursor }),
  z.object({
    type: z.literal('changes'),
    scope: z.enum(['workspace', 'user']),
    from: z.number().int(),
    to: z.number().int(),
    changes: z.array(Change),
  }),
  /**
   * The people looking at a place now, the receiver included. A client learns of them only after it has said that it is
   * there.
   */
  z.object({ type: z.literal('here'), place: HerePlace, people: z.array(HerePerson).max(MOST_HERE) }),
  /** The log no longer holds the changes asked for, or the rights changed so much that only a new bootstrap is right. */
  z.object({ type: z.literal('reset'), why: z.enum(['tooOld', 'protocol', 'rights', 'notFound']) }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

export const Bootstrap = z.object({
  protocol: z.number().int(),
  at: Cursor,
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  viewer: z.record(z.string(), z.unknown()),
})
export type Bootstrap = z.infer<typeof Bootstrap>

export const changeRoutes = {
  bootstrap: route({
    method: 'GET',
    path: '/api/workspaces/:ws/bootstrap/',
    action: 'change.list',
    in: 'workspace',
    answer: Bootstrap,
    isMarked: true,
    summary: 'All small rows that the caller sees, and the sequence at which they were read.',
  }),
  changes: route({
    method: 'GET',
    path: '/api/workspaces/:ws/changes/',
    action: 'change.list',
    in: 'workspace',
    query: z.object({ after: z.string().optional(), limit: z.string().optional() }),
    answer: z.object({
      from: z.number().int(),
      to: z.number().int(),
      changes: z.array(Change),
      reset: z.boolean(),
    }),
    summary: 'Changes of the workspace after a sequence number.',
  }),
}
