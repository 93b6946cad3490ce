import type { Scope, ScopeNoun, Verb } from '#contract/people/scopes.ts'

/** What a token can be given for each noun, in the order of the form; `short` is the noun within a sentence. */
export const scopeWords: Record<ScopeNoun, { label: string; detail?: string; short: string }> = {
  issues: { label: 'Issues', detail: 'with comments, links and files', short: 'issues' },
  cycles: { label: 'Cycles and modules', short: 'cycles and modules' },
  views: { label: 'Views', short: 'views' },
  pages: { label: 'Pages', short: 'pages' },
  intake: { label: 'Intake', detail: 'requests from the form', short: 'intake' },
  projects: { label: 'Projects', detail: 'states, labels, estimates', short: 'projects' },
  members: { label: 'Members', detail: 'names and roles', short: 'members' },
  connections: {
    label: 'Webhooks and exports',
    detail: 'workspace admins only',
    short: 'webhooks and exports',
  },
}

const joined = new Intl.ListFormat('en-GB', { type: 'conjunction' })
/** Names that hold an "and" themselves are joined by commas alone. */
const listed = (names: string[]) =>
  names.some(name => name.includes(' and ')) ? names.join(', ') : joined.format(names)

const shortsOf = (scopes: readonly Scope[], verb: Verb) =>
  scopes.flatMap(scope => {
    const [noun, of] = scope.split(':')
    const words = scopeWords[noun as ScopeNoun]
    return words && of === verb ? [words.short] : []
  })

/** `writes issues, reads cycles and pages`, by the words for the two verbs; null for a token that may do everything. */
export const scopesText = (
  scopes: readonly Scope[],
  [writes, reads]: readonly [string, string],
): string | null => {
  if (scopes.includes('all')) return null
  if (scopes.includes('all:read')) return `${reads} everything`
  const [written, read] = [shortsOf(scopes, 'write'), shortsOf(scopes, 'read')]
  return [
    written.length > 0 ? `${writes} ${listed(written)}` : [],
    read.length > 0 ? `${reads} ${listed(read)}` : [],
  ]
    .flat()
    .join(', ')
}
