import { ProjectLite, WorkspaceLite } from '#contract/belongs.ts'
import type { Entity } from '#contract/define.ts'
import { User, UserContact } from '#contract/people/users.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import { Workspace } from '#contract/workspace/workspaces.ts'
import { visible } from '../db/visible.ts'
import type { Ask } from '../http/mount.ts'

export type Row = Record<string, unknown>
type Find = (ask: Ask, ids: string[]) => Promise<Row[]>

const seen =
  (of: Entity, keys: string[]): Find =>
  async ({ trx, viewer }, ids) =>
    (await visible(trx, of, viewer).whereIn(`${of.table}.id`, ids)).map(row =>
      Object.fromEntries(keys.map(key => [key, (row as Row)[key]])),
    )

const FACE = ['id', 'first_name', 'last_name', 'avatar', 'avatar_url', 'display_name']

/** People with the addresses that the caller may know. */
export const peopleV1: Find = async (ask, ids) => {
  const contacts = await visible(ask.trx, UserContact, ask.viewer).whereIn('user_contacts.id', ids)
  const email = new Map(contacts.map(row => [row.id, row.email]))
  const own = ask.viewer.id
  // Guests know nobody's address but their own.
  if (ids.includes(own) && !email.has(own)) {
    const contact = await ask
      .trx('user_contacts')
      .where('id', own)
      .first<{ email: string } | undefined>('email')
    if (contact) email.set(own, contact.email)
  }
  return (await seen(User, FACE)(ask, ids)).map(row => ({
    ...row,
    email: email.get(row.id as string) ?? null,
  }))
}

export type Expanders = Record<string, Find>
const EXPANDED: Expanders = {
  workspace: seen(Workspace, Object.keys(WorkspaceLite.shape)),
  project: seen(Project, [...Object.keys(ProjectLite.shape), 'icon_prop', 'emoji']),
  state: seen(State, ['id', 'name', 'color', 'group']),
  parent: seen(Issue, ['id', 'sequence_id', 'project_id']),
  created_by: peopleV1,
  actor: peopleV1,
  owned_by: peopleV1,
  default_assignee: peopleV1,
  project_lead: peopleV1,
  assignees: peopleV1,
  labels: seen(Label, ['id', 'name', 'color']),
}

/** Puts rows in place of the ids that `expand` names; null, and an id of what the caller does not see, stays. */
export const expandRows = async (
  ask: Ask,
  rows: Row[],
  names: string[],
  others: Expanders = {},
): Promise<Row[]> => {
  let expanded = rows
  const expanders = { ...EXPANDED, ...others }
  for (const name of new Set(names)) {
    if (!Object.hasOwn(expanders, name)) continue
    const ids = [...new Set(rows.flatMap(row => row[name] ?? []))] as string[]
    const found = new Map((await expanders[name]!(ask, ids)).map(row => [row.id, row]))
    const inPlace = (id: unknown) => found.get(id) ?? id
    expanded = expanded.map(row =>
      name in row
        ? { ...row, [name]: Array.isArray(row[name]) ? row[name].map(inPlace) : inPlace(row[name]) }
        : row,
    )
  }
  return expanded
}
