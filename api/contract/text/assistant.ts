/** The service that writes with people, once an admin has set its key. */
import { z } from 'zod'
import { ProjectLite, WorkspaceLite } from '../belongs.ts'
import { route } from '../define.ts'

const MOST_LETTERS = 20_000

/** `task` says what to do, `prompt` with which text. The service judges whether a task was given: its refusal is part of the contract. */
const asked = z.object({
  task: z.string().max(MOST_LETTERS).optional(),
  prompt: z.string().max(MOST_LETTERS).default(''),
})

const said = z.object({
  response: z.string(),
  /** The same as HTML: escaped, with its lines broken. */
  response_html: z.string(),
})

const asks = { method: 'POST', action: 'assistant.ask', body: asked, reads: true } as const
const at = '/api/workspaces/:ws' as const

export const assistantRoutes = {
  ask: route({
    ...asks,
    path: `${at}/ai-assistant/` as const,
    in: 'workspace',
    answer: said,
    summary: 'Writes a text with the service that an admin has set up.',
  }),
  askInProject: route({
    ...asks,
    path: `${at}/projects/:p/ai-assistant/` as const,
    action: 'assistant.askInProject',
    in: 'project',
    answer: said.extend({ project_detail: ProjectLite, workspace_detail: WorkspaceLite }),
    summary: 'The same, for a text of a project.',
  }),
}
