/** A tool: a few words for a model, the arguments by schema, and what it does by calls of the contract. */
import { z } from 'zod'
import type { ServerViewer } from '../db/viewer.ts'
import type { Directory } from './directory.ts'
import type { Call } from './within.ts'

/** The caller's way into their workspace. */
export type Asked = {
  call: Call
  directory: Directory
  viewer: ServerViewer
  slug: string
  /** The address of an issue, by its key, or of another screen, by its path below the workspace. */
  address(path: string): string
  /** Markdown as the HTML that calls take, for texts that have no Markdown of their own. */
  html(markdown: string, projectId: string): Promise<string>
}

export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** `reads` changes nothing, `adds` makes something new each time, `sets` leaves the same however often it is called. */
  does: 'reads' | 'adds' | 'sets'
  /** Does it take away words or values that were there? */
  destroys?: boolean
  run(input: never, asked: Asked): Promise<object>
}

export const tool = <Input extends z.ZodObject>(
  told: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run(input: z.infer<Input>, asked: Asked): Promise<object>
  },
): Tool =>
  // An argument that no tool has is a mistake that its sender can see, and not something that was passed over.
  ({ ...told, input: told.input.strict() })

export const annotationsOf = ({ title, does, destroys = false }: Tool) => ({
  title,
  readOnlyHint: does === 'reads',
  destructiveHint: destroys,
  idempotentHint: does !== 'adds',
  // What it touches is this workspace alone.
  openWorldHint: false,
})

/** More rows than this are only written by a call that says so. */
export const MANY = 20
/** The most issues that one call names. */
export const MOST_ISSUES = 200

export const name = z.string().trim().min(1).max(255)
export const dayOrNull = z.union([z.iso.date(), z.null()])
export const issueNames = z.array(z.string().max(64)).min(1).max(MOST_ISSUES)
export const dryRun = z
  .boolean()
  .optional()
  .describe(
    `true writes nothing and tells what would be. More than ${MANY} rows are written only with false.`,
  )

/** Does a call that touches so many rows only say what it would do? */
export const isRehearsed = (rows: number, dry_run: boolean | undefined) => dry_run ?? rows > MANY
