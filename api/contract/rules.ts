/** The words that rules are written in, as values: the browser judges a row by them, and the database selects rows by the very same. */

export const ADMIN = 20
export const MEMBER = 15
export const GUEST = 5
export type Role = typeof ADMIN | typeof MEMBER | typeof GUEST

/** The facts about a person that rules need. `projects` holds active memberships only. */
export type Viewer = {
  id: string
  workspaces: Record<string, Role>
  projects: Record<string, ViewerProject>
  isInstanceAdmin: boolean
  /** Of an agent: the person in charge, whose rights bound its own. */
  owner?: string | null
  /** Of a visitor, who is nobody's account: what is at the address by which they come. */
  anchor?: Anchor | null
}

/** A published row, its project and its workspace, by their ids: everybody who has its address may open it. */
export type Anchor = { workspace: string; project: string; intake: string }

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
  /** Visitors whose address leads to the noun that the column names. */
  | { is: 'anchored'; to: keyof Anchor; column: string }
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
export const anchored = (to: keyof Anchor, column: string): Rule => ({ is: 'anchored', to, column })
export const elsewhere = (project: string, rule: Rule): Rule => ({ is: 'elsewhere', project, rule })
export const any = (...of: Rule[]): Rule => ({ is: 'any', of })
export const all = (...of: Rule[]): Rule => ({ is: 'all', of })

export const onProject = projectRole(GUEST)
export const ownOrAll = (creator: string) => all(onProject, any(seesAll, own(creator)))
/** Archived rows are for roles that may look into the archive. */
export const unlessArchived = (rule: Rule) => all(rule, any(equals('archived_at', null), projectRole(MEMBER)))
/** Of a row that carries its issue's creator: seen exactly with the issue. */
export const withIssue = ownOrAll('issue_created_by')

export type Row = Record<string, unknown>

/** A change of a row, as the log and the notes of a work both say it. */
export type RowChange = { op: 'create' | 'update' | 'delete'; row: Row; before: Row | null }

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
    case 'anchored':
      return viewer.anchor != null && row[rule.column] === viewer.anchor[rule.to]
    case 'elsewhere':
      return holds(rule.rule, viewer, row, { ...place, project: row[rule.project] as string })
    case 'any':
      return rule.of.some(part => holds(part, viewer, row, place))
    case 'all':
      return rule.of.every(part => holds(part, viewer, row, place))
  }
}

/** A rule with all the rules that it is made of. */
export const rulesWithin = (rule: Rule): Rule[] => {
  if (rule.is === 'any' || rule.is === 'all') return [rule, ...rule.of.flatMap(rulesWithin)]
  return rule.is === 'elsewhere' ? [rule, ...rulesWithin(rule.rule)] : [rule]
}

/** The columns that a rule reads: a change has to remember them of the old row. */
export const columnsOfRule = (rule: Rule): string[] =>
  rulesWithin(rule).flatMap(part =>
    part.is === 'elsewhere' ? [part.project] : 'column' in part ? [part.column] : [],
  )
