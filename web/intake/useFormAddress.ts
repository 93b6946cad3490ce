import type { Intake } from '#contract/work/intake.ts'
import { useRows } from '../data/rows.ts'

/** Where the form is, a page of the server's own; null before it was opened for the first time. */
export const formAddress = ({ anchor }: Pick<Intake, 'anchor'>): string | null =>
  anchor && [location.origin, 'spaces', 'intake', anchor].join('/')

/** By which ways requests come to a project: guests are not informed, and may bring theirs unless the server says no. */
export const useFormAddress = (projectId: string): { isInApp: boolean; address: string | null } => {
  const intake = useRows('intake').find(row => row.project === projectId && row.is_default)
  return {
    isInApp: intake?.is_in_app_enabled ?? true,
    address: intake?.is_form_enabled ? formAddress(intake) : null,
  }
}
