/** The scope that an API token needs for each call and each kind of row: by the noun that they are of, and by the method. */
import type { Route } from './define.ts'
import { allRoutes, type EntityName, entitiesOfNouns } from './index.ts'
import type * as nouns from './nouns.ts'
import { type Reach, reaches, type Scope, type ScopeNoun, scopeOf, type Verb } from './people/scopes.ts'

/**
 * `all`: what belongs to no noun that a token can be limited to, as one's own notifications do, needs the scope `all`. `any`: what
 * answers with rows of many nouns is open to every token, and shows it the nouns that it may read.
 */
type Needed = ScopeNoun | 'all' | 'any'

/** By the line of `nouns.ts`. */
const needed: Record<keyof typeof nouns, Needed> = {
  activity: 'issues',
  agents: 'members',
  agentSessions: 'issues',
  analytics: 'issues',
  analyticViews: 'views',
  apiTokens: 'all',
  archives: 'all',
  /** Images of texts: judged by the noun of the text, where that is known. */
  assets: 'any',
  assistant: 'all',
  attachments: 'issues',
  auth: 'all',
  changes: 'any',
  comments: 'issues',
  connectedAccounts: 'all',
  cycles: 'cycles',
  documents: 'all',
  drafts: 'issues',
  estimates: 'projects',
  favorites: 'all',
  files: 'issues',
  home: 'all',
  imports: 'connections',
  insights: 'issues',
  instance: 'any',
  instanceAdmin: 'all',
  instancePeople: 'all',
  intake: 'intake',
  intakeAliases: 'intake',
  intakeDecisions: 'intake',
  intakeWays: 'intake',
  invitations: 'members',
  issueLists: 'issues',
  issues: 'issues',
  issueText: 'issues',
  jobs: 'connections',
  labels: 'projects',
  links: 'issues',
  mentionedIn: 'pages',
  moduleLinks: 'cycles',
  modules: 'cycles',
  mutes: 'all',
  notificationPreferences: 'all',
  notifications: 'all',
  pageComments: 'pages',
  pageFiles: 'pages',
  pages: 'pages',
  pageVersions: 'pages',
  photos: 'all',
  pictures: 'projects',
  placeholders: 'members',
  privateNotes: 'all',
  progress: 'cycles',
  projectMembers: 'members',
  projects: 'projects',
  providerTests: 'all',
  pushes: 'all',
  quickLinks: 'all',
  reactions: 'issues',
  relations: 'issues',
  savedReplies: 'intake',
  search: 'any',
  spaceAuth: 'all',
  states: 'projects',
  userProperties: 'all',
  users: 'members',
  userWork: 'issues',
  views: 'views',
  webhooks: 'connections',
  workspaceMembers: 'members',
  workspaces: 'all',
}

const nounOf = (name: string): Needed => needed[name.split('.')[0] as keyof typeof needed]

const neededFor = new Map<Route, Needed>(
  allRoutes.map(([name, route]) => [route, route.scope ?? nounOf(name)]),
)

/** A question to somebody else, as the assistant is, is no reading either. */
export const verbOf = ({ method }: Pick<Route, 'method'>): Verb => (method === 'GET' ? 'read' : 'write')

/** The noun of a kind of row. */
export const nounOfRows = (name: EntityName): Needed => nounOf(entitiesOfNouns[name])

/** The scope that a token needs for a call of the contract; null where every token may call it. */
export const scopeNeeded = (route: Route): Scope | null => {
  const noun = neededFor.get(route) ?? 'all'
  return noun === 'any' ? null : scopeOf(noun, verbOf(route))
}

/** The scope that a token lacks for a call; null where it may call. */
export const missingScope = (reach: Reach, route: Route): Scope | null => {
  const noun = neededFor.get(route) ?? 'all'
  const verb = verbOf(route)
  if (noun !== 'any') return reaches(reach, noun, verb) ? null : scopeOf(noun, verb)
  // Judged where the noun is known; a token that writes nothing is refused before.
  const writes = reach.scopes.some(scope => scope === 'all' || scope.endsWith(':write'))
  return verb === 'read' || writes ? null : 'all'
}

/** Does the call reach beyond the projects that a token is limited to, whatever it names? */
export const isBeyondProjects = (route: Route): boolean => {
  const noun = neededFor.get(route) ?? 'all'
  return noun === 'all' || noun === 'connections'
}

/** May the caller, if it comes by a token, have rows of this kind for this? */
export const mayHave = (reach: Reach | null, name: EntityName, verb: Verb = 'read'): boolean => {
  if (!reach) return true
  const noun = nounOfRows(name)
  if (noun === 'any') return true
  if (reach.projects !== null && (noun === 'all' || noun === 'connections')) return false
  return reaches(reach, noun, verb)
}
