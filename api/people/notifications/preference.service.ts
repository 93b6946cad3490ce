import type { RowOf } from '#contract/define.ts'
import { failFields, must } from '#contract/errors.ts'
import { mailedKinds, NotificationPreference } from '#contract/people/notificationPreferences.ts'
import { isAlwaysQuiet, WEEK } from '#contract/people/quietHours.ts'
import { locked } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

type PreferenceRow = RowOf<typeof NotificationPreference>
/** Fields that a call leaves out stay. */
type Patch = { [Name in keyof PreferenceRow]?: PreferenceRow[Name] | undefined }

export const updatePreference = async (work: Work, { quiet_days, ...rest }: Patch) => {
  const [found] = await locked(work, NotificationPreference, { user: work.viewer.id })
  const row = must(found, 'preferences of notifications')
  const days = quiet_days && WEEK.filter(day => quiet_days.includes(day))
  const patch = { ...rest, ...(days ? { quiet_days: days } : {}) }
  const now = await update(work, NotificationPreference, row, patch)
  if (isAlwaysQuiet(now)) failFields({ quiet_to: ['Choose another time: nothing would ever be sent.'] })
  return now
}

/** Of what happens to issues and pages the caller is mailed nothing more. */
export const stopMails = async (work: Work) => {
  await updatePreference(work, Object.fromEntries(mailedKinds.map(kind => [kind, false])))
}
