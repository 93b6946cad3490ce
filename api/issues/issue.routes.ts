import type { Issue } from '#contract/issues.ts'
import { issueRoutes } from '#contract/issues.ts'
import { readHtml } from '../documents/write.ts'
import { attachmentsOf } from '../files/attachment.service.ts'
import { mount } from '../http/mount.ts'
import type { Server } from '../http/server.ts'
import { listIssues } from '../issueQuery/list.ts'
import { createIssue, deleteIssue, updateIssue } from './issue.service.ts'

export const mountIssues = (server: Server) =>
  mount(server, issueRoutes, {
    list: ({ viewer, trx, projectId, query }) => listIssues(trx, viewer, projectId, query),
    create: ({ work, workspaceId, projectId, body }) => createIssue(work, { workspaceId, projectId }, body),
    get: async ({ viewer, trx, row, query }) => {
      const issue = row as Issue
      const expand = (query.expand ?? '').split(',')
      const parent =
        expand.includes('parent') && issue.parent_id
          ? ((await trx('issues')
              .where('id', issue.parent_id)
              .whereNull('deleted_at')
              .first('id', 'sequence_id', 'project_id', 'created_by')) as
              | { id: string; sequence_id: number; project_id: string; created_by: string }
              | undefined)
          : undefined
      const project = parent && viewer.projects[parent.project_id]
      const readable = parent && project && (project.sees_all || parent.created_by === viewer.id)
      return {
        ...issue,
        description_html: await readHtml(trx, viewer, 'issue', issue.id),
        is_subscribed: false,
        ...(expand.includes('issue_attachments')
          ? { issue_attachments: await attachmentsOf(trx, viewer, issue.id) }
          : {}),
        ...(expand.includes('parent')
          ? {
              parent: readable
                ? { id: parent.id, sequence_id: parent.sequence_id, project_id: parent.project_id }
                : null,
            }
          : {}),
      }
    },
    update: ({ work, row, body }) => updateIssue(work, row as Issue, body),
    remove: ({ work, row }) => deleteIssue(work, row as Issue),
  })
