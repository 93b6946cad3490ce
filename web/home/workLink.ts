import type { ProfileTab } from '../issues/view/contexts.ts'
import { to } from '../places/address.ts'

/** The address of exactly these issues of somebody, whatever their display there was before. */
export const workLink = (
  slug: string,
  personId: string,
  tab: ProfileTab,
  terms: Record<string, string> = {},
): string => {
  const query = new URLSearchParams({ ...terms, type: 'all' })
  return `${to('personIssues', { slug, personId, tab })}?${query}`
}
