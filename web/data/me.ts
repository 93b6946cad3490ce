/** The person who sits here, as they are now: their rows come with the log, whichever browser changed them. */
import { userRoutes } from '#contract/people/users.ts'
import type { Row } from '#contract/rules.ts'
import { isTheme, setTheme, type Theme } from '../ui/theme.ts'
import { call } from './client.ts'
import { getRows, onRows } from './rows.ts'
import { noteMe, readSession } from './session.ts'

for (const entity of ['user', 'account'] as const)
  onRows(entity, (_, after) => {
    const { me } = readSession()
    if (me && after?.id === me.id) noteMe({ ...me, ...after })
  })

const themeOf = (profile: Row | null) => (profile?.theme as { theme?: unknown } | null | undefined)?.theme

// What was chosen in another browser; what this one starts with is not known better before.
onRows('profile', (_, after) => {
  const theme = themeOf(after)
  if (isTheme(theme)) setTheme(theme)
})

/** Chooses a theme for this person, in every browser of theirs. */
export const chooseTheme = async (theme: Theme): Promise<void> => {
  setTheme(theme)
  const [profile] = getRows('profile')
  const kept = (profile?.theme ?? {}) as object
  await call(userRoutes.updateProfile, { body: { theme: { ...kept, theme } } })
}
