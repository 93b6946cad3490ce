/** Who may do what: pure rules, kept as values so that the browser judges a row and the database selects rows by the very same rule. */

export const ADMIN = 20
export const MEMBER = 15
export const GUEST = 5
export type Role = typeof ADMIN | typeof MEMBER | typeof GUEST

/** What a rule needs to know of a person. `projects` holds active memberships only. */
export type Viewer = {
  id: string
  workspaces: Record<string, Role>
  projects: Record<string, ViewerProject>
  isInstanceAdmin: boolean
}

/** `sees_all`: role M or above, or the project lets its guests see everything. */
export type ViewerProject = { role: Role; sees_all: boolean; workspace: string; archived: boolean }

/** Where a row lives, or where a call acts. */
export type Place = { workspace?: string | null; project?: string | null }

export type Rule =
  | { is: 'always' }
  | { is: 'never' }
  | { is: 'signedIn' }
  | { is: 'instanceAdmin' }
  | { is: 'workspaceRole'; least: Role }
  | { is: 'projectRole'; least: Role }
  | { is: 'seesAll' }
  | { is: 'own'; column: string }
  | { is: 'equals'; column: string; value: string | number | boolean | null }
  /** The rule, judged in the project that another column names: the far end of a relation. */
  | { is: 'elsewhere'; project: string; rule: Rule }
  | { is: 'any'; of: Rule[] }
  | { is: 'all'; of: Rule[] }

export const always: Rule = { is: 'always' }
export const never: Rule = { is: 'never' }
export const signedIn: Rule = { is: 'signedIn' }
export const instanceAdmin: Rule = { is: 'instanceAdmin' }
export const workspaceRole = (least: Role): Rule => ({ is: 'workspaceRole', least })
export const projectRole = (least: Role): Rule => ({ is: 'projectRole', least })
export const seesAll: Rule = { is: 'seesAll' }
export const own = (column: string): Rule => ({ is: 'own', column })
export const equals = (column: string, value: string | number | boolean | null): Rule => ({
  is: 'equals',
  column,
  value,
})
export const elsewhere = (project: string, rule: Rule): Rule => ({ is: 'elsewhere', project, rule })
export const any = (...of: Rule[]): Rule => ({ is: 'any', of })
export const all = (...of: Rule[]): Rule => ({ is: 'all', of })

export const onProject = projectRole(GUEST)
export const ownOrAll = (creator: string) => all(onProject, any(seesAll, own(creator)))
/** What is in the archive is for those who may look there. */
export const unlessArchived = (rule: Rule) => all(rule, any(equals('archived_at', null), projectRole(MEMBER)))
/** Of a row that carries its issue's creator: seen exactly with the issue. */
export const withIssue = ownOrAll('issue_created_by')
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

/** A view without a project is the workspace's own. */
const ofWorkspace = equals('project', null)
const viewOwner = any(
  all(onProject, own('owned_by')),
  all(projectRole(ADMIN), equals('owner_gone', true)),
  all(ofWorkspace, workspaceRole(MEMBER), own('owned_by')),
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
    any(all(workspaceRole(GUEST), own('owned_by')), all(workspaceRole(MEMBER), equals('access', 1))),
  ),
)

/** Action of a route -> rule over the row acted on, or over the place when the call creates or lists. */
export const actionRules = {
  'instance.read': always,
  'instance.openapi': always,
  /** Everything that whoever runs the instance may do, by a session of its own. */
  'instance.admin': instanceAdmin,
  'session.open': always,
  'user.self': signedIn,

  'workspace.list': signedIn,
  'workspace.create': signedIn,
  'workspace.checkSlug': signedIn,
  'workspace.read': workspaceRole(GUEST),
  'workspace.update': workspaceRole(ADMIN),
  'workspace.delete': workspaceRole(ADMIN),
  'invitation.list': workspaceRole(ADMIN),
  'invitation.create': workspaceRole(ADMIN),
  'invitation.update': workspaceRole(ADMIN),
  'invitation.delete': workspaceRole(ADMIN),
  /** Whoever has the link. */
  'invitation.show': always,
  'workspaceMember.list': workspaceRole(GUEST),
  'workspaceMember.add': workspaceRole(ADMIN),
  'workspaceMember.update': workspaceRole(ADMIN),
  'workspaceMember.remove': workspaceRole(ADMIN),
  'workspaceMember.self': workspaceRole(GUEST),
  'apiToken.list': workspaceRole(ADMIN),
  'apiToken.create': workspaceRole(ADMIN),
  'apiToken.update': all(workspaceRole(ADMIN), own('user')),
  'apiToken.delete': all(workspaceRole(ADMIN), own('user')),
  'change.list': workspaceRole(GUEST),

  'project.list': workspaceRole(GUEST),
  'project.create': workspaceRole(MEMBER),
  'project.checkIdentifier': workspaceRole(MEMBER),
  'project.read': projectRole(GUEST),
  'project.update': projectRole(ADMIN),
  'project.delete': any(workspaceRole(ADMIN), projectRole(ADMIN)),
  'project.archive': projectRole(ADMIN),
  /** To be named its lead. */
  'project.lead': projectRole(MEMBER),
  /** The screens that tell members how the project is set up. */
  'project.inspect': projectRole(MEMBER),
  'project.covers': always,
  'project.join': workspaceRole(MEMBER),
  /** One of those that a call to join names. */
  'project.enter': any(workspaceRole(ADMIN), equals('network', 2)),
  'projectMember.list': projectRole(GUEST),
  'projectMember.add': projectRole(ADMIN),
  'projectMember.update': projectRole(ADMIN),
  'projectMember.remove': projectRole(ADMIN),
  'projectMember.self': projectRole(GUEST),
  'projectPreference.update': projectRole(GUEST),

  'state.list': projectRole(GUEST),
  'state.create': projectRole(ADMIN),
  'state.update': projectRole(ADMIN),
  'state.delete': projectRole(ADMIN),
  'state.listAcross': workspaceRole(GUEST),
  'label.list': projectRole(GUEST),
  'label.create': projectRole(ADMIN),
  'label.update': projectRole(ADMIN),
  'label.delete': projectRole(ADMIN),
  'label.listAcross': workspaceRole(GUEST),

  'issue.list': projectRole(GUEST),
  'issue.create': projectRole(MEMBER),
  'issue.read': projectRole(GUEST),
  'issue.update': all(projectRole(GUEST), any(projectRole(MEMBER), own('created_by'))),
  /** Beyond its words: a guest corrects what they reported, and arranges nothing. */
  'issue.updateFields': projectRole(MEMBER),
  'issue.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('created_by'))),

  'issue.listAcross': workspaceRole(GUEST),
  'issue.archived': projectRole(MEMBER),
  'issue.archive': projectRole(MEMBER),
  /** Each row is judged by the action of the single call. */
  'issue.bulk': projectRole(MEMBER),
  'issue.bulkDelete': projectRole(GUEST),
  'issue.restore': projectRole(GUEST),
  /** Links, relations, sub-issues. */
  'issue.arrange': projectRole(MEMBER),
  'issue.comment': projectRole(GUEST),
  'comment.change': all(projectRole(GUEST), any(projectRole(ADMIN), own('actor'))),
  'comment.react': projectRole(GUEST),
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
  'draft.list': workspaceRole(GUEST),
  'draft.create': workspaceRole(MEMBER),
  'draft.own': all(workspaceRole(MEMBER), own('created_by')),
  'draft.listOfProject': projectRole(MEMBER),

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
  'page.favor': projectRole(MEMBER),
  'cycle.favor': projectRole(MEMBER),
  'module.favor': projectRole(MEMBER),
  'project.favor': projectRole(MEMBER),
  /** Begins threads, replies, resolves and reopens: whoever sees the page. */
  'page.comment': projectRole(GUEST),
  'pageComment.update': all(projectRole(GUEST), own('actor')),
  'pageComment.anchor': mayWritePage(besidePage),
  'pageComment.delete': all(projectRole(GUEST), any(projectRole(ADMIN), own('actor'))),
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
  'view.favor': any(projectRole(MEMBER), all(ofWorkspace, workspaceRole(MEMBER))),
  'favorite.list': workspaceRole(GUEST),
  'favorite.create': workspaceRole(MEMBER),
  'favorite.own': all(workspaceRole(MEMBER), own('user')),

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
  // Nor do these: whoever may change whom the picture shows may change the picture.
  'picture.create': workspaceRole(GUEST),
  'picture.list': workspaceRole(GUEST),
  'picture.show': always,
} satisfies Record<string, Rule>

export type Action = keyof typeof actionRules
export type Row = Record<string, unknown>

/** Does the rule hold for this viewer, row and place? Pure; the database's twin is `visibleWhere`. */
export const holds = (rule: Rule, viewer: Viewer, row: Row, place: Place): boolean => {
  switch (rule.is) {
    case 'always':
      return true
    case 'never':
      return false
    case 'signedIn':
      return viewer.id !== ''
    case 'instanceAdmin':
      return viewer.isInstanceAdmin
    case 'workspaceRole':
      return (viewer.workspaces[place.workspace ?? ''] ?? 0) >= rule.least
    case 'projectRole': {
      const project = viewer.projects[place.project ?? '']
      return project !== undefined && project.role >= rule.least
    }
    case 'seesAll':
      return viewer.projects[place.project ?? '']?.sees_all === true
    case 'own':
      return viewer.id !== '' && row[rule.column] === viewer.id
    case 'equals':
      return row[rule.column] === rule.value
    case 'elsewhere':
      return holds(rule.rule, viewer, row, { ...place, project: row[rule.project] as string })
    case 'any':
      return rule.of.some(part => holds(part, viewer, row, place))
    case 'all':
      return rule.of.every(part => holds(part, viewer, row, place))
  }
}

/** May the viewer take this action here? */
export const can = (viewer: Viewer, action: Action, row: Row, place: Place) =>
  holds(actionRules[action], viewer, row, place)

/** The columns that a rule looks at: what a change has to remember of the row before it. */
export const columnsOfRule = (rule: Rule): string[] => {
  if (rule.is === 'any' || rule.is === 'all') return rule.of.flatMap(columnsOfRule)
  if (rule.is === 'elsewhere') return [rule.project, ...columnsOfRule(rule.rule)]
  return 'column' in rule ? [rule.column] : []
}
