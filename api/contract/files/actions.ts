/** The right to each action on files and pictures. */
import { ADMIN, all, always, any, GUEST, own, projectRole, type Rule, workspaceRole } from '../rules.ts'

export const fileActions = {
  'attachment.list': projectRole(GUEST),
  'attachment.create': projectRole(GUEST),
  'attachment.read': projectRole(GUEST),
  'attachment.confirm': all(projectRole(GUEST), own('created_by')),
  'attachment.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('created_by'))),
  // These name no row: the service judges by the noun that the image belongs to.
  'asset.create': projectRole(GUEST),
  'asset.read': projectRole(GUEST),
  'asset.restore': workspaceRole(GUEST),
  'asset.confirm': own('created_by'),
  /** And to take that back. */
  'asset.delete': any(projectRole(ADMIN), own('created_by')),
  // Likewise here: a right to change the subject of a picture includes its picture.
  'picture.create': workspaceRole(GUEST),
  'picture.list': workspaceRole(GUEST),
  'picture.show': always,
} satisfies Record<string, Rule>
