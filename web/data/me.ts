/** The person who sits here, as they are now: their rows come with the log, whichever browser changed them. */
import { coloursOf, type OwnColours, settingsOf } from '#contract/people/themes.ts'
import { userRoutes } from '#contract/people/users.ts'
import type { Row } from '#contract/rules.ts'
import { isTheme, ownColours, setTheme, type Theme } from '../ui/theme.ts'
import { call } from './client.ts'
import { getRows, onRows } from './rows.ts'
import { noteMe, readSession } from './session.ts'

for (const entity of ['user', 'account'] as const)
  onRows(entity, (_, after) => {
    const { me } = readSession()
    if (me && after?.id === me.id) noteMe({ ...me, ...after })
  })

const themeOf = (profile: Row | null) => (profile?.theme as { theme?: unknown } | null | undefined)?.theme

// A choice made in another browser; this one's own start knows no better before.
onRows('profile', (_, after) => {
  const theme = themeOf(after)
  if (isTheme(theme)) setTheme(theme, coloursOf(after?.theme))
})

/** Chooses a theme for this person, in every browser of theirs; colours of their own stay known while others are chosen. */
export const chooseTheme = async (theme: Theme, colours: OwnColours | null = null): Promise<void> => {
  setTheme(theme, colours)
  const [profile] = getRows('profile')
  const own = colours ?? (theme === 'custom' ? ownColours() : coloursOf(profile?.theme))
  await call(userRoutes.updateProfile, { body: { theme: { ...(own && settingsOf(own)), theme } } })
}
