/** A person's own rows. A workspace brings them and its log follows them; outside of one they are asked for. */
import { useEffect } from 'react'
import type { z } from 'zod'
import { notificationPreferenceRoutes } from '#contract/people/notificationPreferences.ts'
import { userRoutes } from '#contract/people/users.ts'
import { call } from '../../data/client.ts'
import { applyRow, type RowTypes, useRows } from '../../data/rows.ts'
import { useHere } from '../../data/viewer.ts'

const reads = {
  profile: () => call(userRoutes.profile),
  notification_preference: () => call(notificationPreferenceRoutes.get),
}
type Own = keyof typeof reads

/** The answer of a call counts at once: no log may say it. */
const keep = async (entity: Own, sent: Promise<{ body: { id: string } }>) =>
  applyRow(entity, (await sent).body)

/** Null until it is known. */
export const useOwn = <E extends Own>(entity: E): RowTypes[E] | null => {
  const [row] = useRows(entity)
  const isNowhere = useHere().slug === ''
  useEffect(() => {
    // The shell says that the server cannot be reached; opening the screen again asks again.
    if (isNowhere) void keep(entity, reads[entity]()).catch(() => {})
  }, [entity, isNowhere])
  return row ?? null
}

type ProfilePatch = z.input<NonNullable<typeof userRoutes.updateProfile.body>>
type PreferencePatch = z.input<NonNullable<typeof notificationPreferenceRoutes.update.body>>

export const changeProfile = (body: ProfilePatch) => keep('profile', call(userRoutes.updateProfile, { body }))
export const changePreference = (body: PreferencePatch) =>
  keep('notification_preference', call(notificationPreferenceRoutes.update, { body }))
