import { cleanName } from '#contract/cleanName.ts'
import { fail } from '#contract/errors.ts'
import { workspaceLimits } from '#contract/workspace/workspaces.ts'

// The product's own addresses, those of the specification, and those that existing installations reserve.
const RESERVED = new Set([
  // Names that every object inherits: a look-up would find them.
  ...Object.getOwnPropertyNames(Object.prototype).map(name => name.toLowerCase()),
  ...`404 accounts api create-workspace error god-mode installations invitations onboarding profile spaces
   workspace-invitations auth files live yjs assets healthz readyz metrics login register gallery static favicon.ico
   password flags monitor monitoring ingest enterprise chat calendar drive channels upgrade billing sign-in sign-up
   signin signup config admin m import importers integrations integration configuration initiatives initiative
   workflow workflows epics epic story mobile dashboard desktop onload real-time one pages business pro settings
   license licenses instances instance mcp`
    .split(/\s+/)
    .filter(Boolean),
])

export const isReserved = (slug: string) => RESERVED.has(slug.toLowerCase())

/** Judges name and slug of a new workspace in the contract's order of refusals. */
export const judgeNames = (
  name: string | undefined,
  slug: string | undefined,
): { name: string; slug: string } => {
  const clean = { name: cleanName(name ?? ''), slug: slug?.trim() ?? '' }
  if (!clean.name || !clean.slug) fail('workspace.nameAndSlug')
  if (clean.name.length > workspaceLimits.name || clean.slug.length > workspaceLimits.slug)
    fail('workspace.tooLong')
  if (!/^[\w-]+$/.test(clean.slug)) fail('workspace.slugMalformed')
  if (isReserved(clean.slug)) fail('workspace.slugReserved')
  return clean
}
