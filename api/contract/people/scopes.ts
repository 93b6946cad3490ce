/** The words of what an API token may do: a noun and a verb. To write includes to read. */

export const scopeNouns = [
  ...(['issues', 'cycles', 'views', 'pages', 'intake'] as const),
  ...(['projects', 'members', 'connections'] as const),
] as const
export type ScopeNoun = (typeof scopeNouns)[number]
export type Verb = 'read' | 'write'
/** `all` is everything that its owner may do, what belongs to no noun included; `all:read` is to read that. */
export type Scope = 'all' | 'all:read' | `${ScopeNoun}:${Verb}`

export const scopes: readonly Scope[] = [
  'all',
  'all:read',
  ...scopeNouns.flatMap(noun => [`${noun}:read`, `${noun}:write`] as const),
]

/** What a token may do, and the projects that it is limited to; null where it is to none. */
export type Reach = { scopes: readonly Scope[]; projects: readonly string[] | null }

export const scopeOf = (noun: ScopeNoun | 'all', verb: Verb): Scope =>
  noun === 'all' ? (verb === 'read' ? 'all:read' : 'all') : `${noun}:${verb}`

/** Has it this scope, as such or by one that includes it? */
export const reaches = ({ scopes: held }: Pick<Reach, 'scopes'>, noun: ScopeNoun | 'all', verb: Verb) =>
  held.includes('all') ||
  (verb === 'read' && held.includes('all:read')) ||
  (noun !== 'all' && (held.includes(`${noun}:write`) || (verb === 'read' && held.includes(`${noun}:read`))))

/** Does it only read? */
export const isReading = (held: readonly Scope[]) => held.every(scope => scope.endsWith(':read'))
