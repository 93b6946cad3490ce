import { z } from 'zod'
import { id, uuid } from '../define.ts'
import { issueListRoutes } from '../lists/issueLists.ts'
import { Module, moduleRoutes } from '../planning/modules.ts'
import { CycleIssueV1, counted } from './cycles.ts'
import { face } from './face.ts'
import { IssueV1, notYoursToDelete, ordered, orderInOurs } from './issues.ts'

const { project_id, workspace_id, lead_id, member_ids, completed_at, archived_by, revision, ...kept } =
  Module.schema.shape

export const ModuleV1 = z.object({
  ...kept,
  ...counted,
  lead: id.nullable(),
  members: z.array(id),
  project: id,
  workspace: id,
})
export const ModuleIssueV1 = CycleIssueV1.omit({ cycle: true }).extend({ module: id })

const { list, create, get, update, remove, listArchived, archive, unarchive, addIssues, issue, removeIssue } =
  moduleRoutes
const row = { tells: 'row', shape: ModuleV1, kept: ['members'] } as const
const people = { lead: uuid.nullable().optional(), members: z.array(uuid).max(1000).optional() }
const names = { lead_id: 'lead', member_ids: 'members' }
const read = ({ lead, members, ...rest }: { lead?: unknown; members?: unknown }) => ({
  ...rest,
  ...(lead === undefined ? {} : { lead_id: lead }),
  ...(members === undefined ? {} : { member_ids: members }),
})

export const moduleFaces = [
  face(list, { ...row, tells: 'page', order: Module }),
  face(create, { ...row, names, body: create.body!.extend(people), read }),
  face(get, row),
  face(update, {
    ...row,
    names,
    body: update.body!.extend(people),
    read,
    words: { 'module.archived': { error: 'Archived module cannot be edited' } },
  }),
  face(remove, { tells: 'nothing', words: { 'permission.denied': notYoursToDelete('module') } }),
  face(listArchived, { ...row, tells: 'page', order: Module }),
  face(archive, { tells: 'nothing', status: 204 }),
  face(unarchive, { tells: 'nothing' }),
  face(issueListRoutes.module, {
    shape: IssueV1,
    tells: 'page',
    query: ordered,
    asks: orderInOurs('created_at'),
  }),
  face(addIssues, { shape: ModuleIssueV1, tells: 'rows', status: 200, body: addIssues.body! }),
  face(issue, { shape: ModuleIssueV1, tells: 'row' }),
  face(removeIssue, { tells: 'nothing', takesOutOf: 'module_ids' }),
]
