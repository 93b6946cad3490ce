/** Tasks of a project of Asana as its export in JSON has them. */
import { z } from 'zod'
import type { Draft, Staged } from '../draft.ts'
import { dayOf, draftOf, momentOf, peopleOf, personOf, titleOf } from '../services/paged.ts'
import { withLines } from '../text/lines.ts'
import { groupOf } from '../values.ts'
import type { Part } from './parts.ts'

const Named = z.object({ name: z.string().nullish() }).nullish()
const Person = z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish()
const Other = z.object({ gid: z.string() }).nullish()
const Task = z.object({
  gid: z.string(),
  name: z.string().nullish(),
  notes: z.string().nullish(),
  completed: z.boolean().nullish(),
  completed_at: z.string().nullish(),
  created_at: z.string().nullish(),
  modified_at: z.string().nullish(),
  start_on: z.string().nullish(),
  due_on: z.string().nullish(),
  due_at: z.string().nullish(),
  assignee: Person,
  created_by: Person,
  memberships: z.array(z.object({ project: Named, section: Named })).nullish(),
  projects: z.array(Named).nullish(),
  tags: z.array(Named).nullish(),
  parent: Other,
  dependencies: z.array(Other).nullish(),
  dependents: z.array(Other).nullish(),
  permalink_url: z.string().nullish(),
  custom_fields: z.array(z.object({ name: z.string(), display_value: z.string().nullish() })).nullish(),
})
type Task = z.infer<typeof Task>

/** The section, and what is completed as a state of its own where the section does not say so. */
const stateOf = (section: string, isDone: boolean): Pick<Draft, 'state' | 'group' | 'lines'> => {
  if (!isDone || groupOf(section, '') === 'completed') return { state: section, group: '', lines: [] }
  const lines = section ? [{ name: 'Section', value: section }] : []
  return { state: 'Completed', group: 'completed', lines }
}

const draftOfTask = (task: Task): Draft => {
  const place = task.memberships?.[0]
  const { lines, ...state } = stateOf(titleOf(place?.section?.name), task.completed === true)
  const keys = (others: Task['dependencies']) => (others ?? []).flatMap(one => one?.gid ?? [])
  const { permalink_url: url } = task
  return draftOf({
    key: task.gid,
    otherKeys: url ? [url] : [],
    project: titleOf(place?.project?.name ?? task.projects?.[0]?.name),
    name: titleOf(task.name),
    text: task.notes ? { markdown: withLines(task.notes) } : null,
    ...state,
    labels: (task.tags ?? []).flatMap(tag => tag?.name || []),
    assignees: peopleOf([personOf(task.assignee?.name, task.assignee?.email)]),
    author: personOf(task.created_by?.name, task.created_by?.email),
    start: dayOf(task.start_on),
    target: dayOf(task.due_on ?? task.due_at),
    created: momentOf(task.created_at),
    updated: momentOf(task.modified_at),
    completed: momentOf(task.completed_at),
    parent: task.parent?.gid ?? '',
    relations: [
      ...keys(task.dependencies).map(key => ({ type: 'blocked_by' as const, key })),
      ...keys(task.dependents).map(key => ({ type: 'blocking' as const, key })),
    ],
    links: url ? [{ url, title: 'Asana' }] : [],
    lines: [
      ...(task.custom_fields ?? []).flatMap(({ name, display_value: value }) =>
        value ? [{ name, value }] : [],
      ),
      ...lines,
    ],
  })
}

/** Does a file begin as this export does? */
export const isAsana = (head: string): boolean => /^\s*\{\s*"data"\s*:\s*\[/.test(head)

export async function* readAsana(parts: AsyncIterable<Part>): AsyncGenerator<Staged, void> {
  let line = 0
  for await (const { name, kind, value } of parts)
    if (kind === 'one' && name === 'data') yield { line: ++line, cells: draftOfTask(Task.parse(value)) }
}
