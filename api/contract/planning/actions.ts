/** The right to each action on cycles, modules, estimates, views, analytics and favorites. */
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

/** A view without a project is the workspace's own. */
const ofWorkspace = equals('project', null)
const viewOwner = any(
  all(onProject, own('owned_by')),
  all(projectRole(ADMIN), equals('owner_gone', true)),
  all(ofWorkspace, workspaceRole(MEMBER), own('owned_by')),
  all(ofWorkspace, workspaceRole(ADMIN), equals('owner_gone', true)),
)
export const seesView = any(
  all(
    onProject,
    any(
      own('owned_by'),
      all(equals('access', 1), seesAll),
      all(equals('owner_gone', true), projectRole(ADMIN)),
    ),
  ),
  all(
    ofWorkspace,
    any(
      all(workspaceRole(GUEST), own('owned_by')),
      all(workspaceRole(MEMBER), equals('access', 1)),
      all(workspaceRole(ADMIN), equals('owner_gone', true)),
    ),
  ),
)

export const planningActions = {
  'cycle.list': projectRole(GUEST),
  'cycle.listAcross': workspaceRole(GUEST),
  'cycle.listActive': workspaceRole(MEMBER),
  'cycle.create': projectRole(MEMBER),
  'cycle.update': projectRole(MEMBER),
  'cycle.fill': projectRole(MEMBER),
  'cycle.archived': projectRole(MEMBER),
  'cycle.archive': projectRole(MEMBER),
  'cycle.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('created_by'))),
  /** The deleted row is judged by `cycle.delete`. */
  'cycle.restore': projectRole(GUEST),
  'module.list': projectRole(GUEST),
  'module.listAcross': workspaceRole(GUEST),
  'module.create': projectRole(MEMBER),
  'module.update': projectRole(MEMBER),
  'module.fill': projectRole(MEMBER),
  'module.archived': projectRole(MEMBER),
  'module.archive': projectRole(MEMBER),
  'module.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('created_by'))),
  'module.restore': projectRole(GUEST),
  'estimate.list': projectRole(GUEST),
  'estimate.create': projectRole(ADMIN),
  'estimate.update': projectRole(ADMIN),
  'estimate.delete': projectRole(ADMIN),
  'estimate.listAcross': workspaceRole(GUEST),
  /** Whoever sees a thing may keep it at hand, guests too. */
  'cycle.favor': projectRole(GUEST),
  'module.favor': projectRole(GUEST),
  'view.list': projectRole(GUEST),
  'view.create': projectRole(MEMBER),
  'view.listAcross': workspaceRole(GUEST),
  'view.createAcross': workspaceRole(MEMBER),
  'view.update': viewOwner,
  'view.lock': viewOwner,
  'view.access': viewOwner,
  'view.delete': any(viewOwner, projectRole(ADMIN), all(ofWorkspace, workspaceRole(ADMIN))),
  /** The deleted row is judged by `view.delete`. */
  'view.restore': projectRole(GUEST),
  'view.restoreAcross': workspaceRole(GUEST),
  'view.favor': any(projectRole(GUEST), all(ofWorkspace, workspaceRole(GUEST))),
  'analytics.read': workspaceRole(MEMBER),
  'analyticView.list': workspaceRole(MEMBER),
  'analyticView.create': workspaceRole(MEMBER),
  'analyticView.update': workspaceRole(MEMBER),
  'analyticView.delete': workspaceRole(MEMBER),
  /** The deleted row is judged by `analyticView.delete`. */
  'analyticView.restore': workspaceRole(MEMBER),
  'home.own': workspaceRole(GUEST),
  'quickLink.own': all(workspaceRole(GUEST), own('user')),
  'favorite.list': workspaceRole(GUEST),
  'favorite.create': workspaceRole(GUEST),
  'favorite.own': all(workspaceRole(GUEST), own('user')),
} satisfies Record<string, Rule>
