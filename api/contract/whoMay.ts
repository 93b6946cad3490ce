/** The right to a call in a sentence, made of its rule: for the reference. */
import type { Route } from './define.ts'
import { actionRules } from './permissions.ts'
import { ADMIN, GUEST, type Role, type Rule } from './rules.ts'

const people = (least: Role, where: string) =>
  least === ADMIN
    ? `admins of the ${where}`
    : least === GUEST
      ? `everyone in the ${where}`
      : `members and admins of the ${where}`

const OWN: Record<string, string> = {
  created_by: 'for rows that they made',
  owned_by: 'for rows that they own',
  issue_created_by: 'for requests that they brought',
  page_owned_by: 'on pages that they own',
  actor: 'for words that they wrote',
  user: 'for rows of their own',
  receiver: 'for rows of their own',
}
const EQUALS: Record<string, string> = {
  intake_status: 'for rows that wait at no intake',
  access: 'for rows that are open to the project',
  page_access: 'on pages that are open to the project',
  owner_gone: 'for rows whose owner has left',
  page_owner_gone: 'on pages whose owner has left',
  project: 'for rows of the workspace itself',
  network: 'for public projects',
}

/** The rows that a rule narrows a right to; null where it says who has the right. */
const rowsOf = (rule: Rule): string | null => {
  if (rule.is === 'own') return OWN[rule.column] ?? 'for rows of their own'
  if (rule.is === 'equals') return EQUALS[rule.column] ?? null
  return rule.is === 'any' && rule.of.every(one => one.is === 'equals') ? rowsOf(rule.of[0]!) : null
}

/** Each way to have the right: who, and for which rows. */
const ways = (rule: Rule): string[] => {
  if (rule.is === 'always') return ['anybody']
  if (rule.is === 'signedIn') return ['everyone who is signed in']
  if (rule.is === 'instanceAdmin') return ['admins of the instance']
  if (rule.is === 'workspaceRole') return [people(rule.least, 'workspace')]
  if (rule.is === 'projectRole') return [people(rule.least, 'project')]
  if (rule.is === 'any') return [...new Set(rule.of.flatMap(ways))]
  if (rule.is !== 'all') return [`anybody, ${rowsOf(rule) ?? 'for some rows'}`]
  const rows = rule.of.flatMap(part => rowsOf(part) ?? [])
  const who = rule.of.filter(part => rowsOf(part) === null)
  const choice = who.find(part => part.is === 'any')
  const [role = 'anybody'] = who.filter(part => part !== choice).flatMap(ways)
  // A choice says more exactly who: one without a role of its own is among those of the rule.
  const told = choice ? ways(choice).map(one => one.replace(/^anybody/, role)) : [role]
  return told.map(one => [one, ...rows].join(', '))
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `Admins of the project; everyone in the project, of what they made.` */
export const whoMay = ({ action }: Pick<Route, 'action'>): string =>
  `${capital(ways(actionRules[action]).join('; '))}.`
