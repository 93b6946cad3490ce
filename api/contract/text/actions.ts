/** The right to each action on pages and their threads. */
import {
  ADMIN,
  all,
  any,
  equals,
  GUEST,
  MEMBER,
  onProject,
  own,
  projectRole,
  type Rule,
  seesAll,
  workspaceRole,
} from '../rules.ts'

/** The columns that decide about a page, of its own row or as a row that belongs to it carries them. */
const ofPage = { owner: 'owned_by', ownerGone: 'owner_gone', access: 'access' }
export const besidePage = { owner: 'page_owned_by', ownerGone: 'page_owner_gone', access: 'page_access' }
const pageOwner = ({ owner, ownerGone } = ofPage) =>
  any(all(onProject, own(owner)), all(projectRole(ADMIN), equals(ownerGone, true)))
const mayWritePage = (columns = ofPage) =>
  any(pageOwner(columns), all(projectRole(MEMBER), equals(columns.access, 0)))
export const seesPage = ({ owner, ownerGone, access } = ofPage) =>
  all(
    onProject,
    any(own(owner), all(equals(access, 0), seesAll), all(equals(ownerGone, true), projectRole(ADMIN))),
  )

export const textActions = {
  'assistant.ask': workspaceRole(MEMBER),
  'assistant.askInProject': projectRole(MEMBER),
  'page.list': projectRole(GUEST),
  'page.create': projectRole(MEMBER),
  'page.read': projectRole(GUEST),
  'page.update': mayWritePage(),
  'page.write': mayWritePage(),
  'page.lock': pageOwner(),
  'page.access': pageOwner(),
  'page.archive': any(pageOwner(), projectRole(ADMIN)),
  'page.delete': any(pageOwner(), projectRole(ADMIN)),
  'page.discard': all(projectRole(GUEST), own('owned_by')),
  /** The deleted row is judged by `page.delete`. */
  'page.restore': projectRole(GUEST),
  'page.duplicate': any(pageOwner(), projectRole(MEMBER)),
  'page.favor': projectRole(GUEST),
  /** Every reader of the page begins threads, replies, resolves and reopens. */
  'page.comment': projectRole(GUEST),
  'pageComment.update': all(projectRole(GUEST), own('actor')),
  'pageComment.anchor': mayWritePage(besidePage),
  'pageComment.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('actor'))),
} satisfies Record<string, Rule>
