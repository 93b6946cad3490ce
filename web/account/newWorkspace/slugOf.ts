import { workspaceLimits } from '#contract/workspace/workspaces.ts'

/** The address that a name suggests. */
export const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, workspaceLimits.slug)
