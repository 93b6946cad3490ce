/** The person who sits here, as they are now: their rows come with the log, whichever browser changed them. */
import { useMemo } from 'react'
import { coloursOf, type OwnColours, settingsOf } from '#contract/people/themes.ts'
import { userRoutes } from '#contract/people/users.ts'
import type { Row } from '#contract/rules.ts'
import { isTheme, ownColours, setTheme, type Theme } from '../ui/theme.ts'
import { call } from './client.ts'
import type { RowTypes } from './entities.ts'
import { getRows, onRows, useRows } from './rows.ts'
import { noteMe, readSession, useSession } from './session.ts'

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

/** The joined projects in the person's own order. */
export const useJoinedProjects = (): RowTypes['project'][] => {
  const projects = useRows('project')
  const members = useRows('project_member')
  const preferences = useRows('project_preference')
  const { me } = useSession()
  return useMemo(() => {
    const joined = new Set(
      members.filter(row => row.member === me?.id && row.is_active).map(row => row.project),
    )
    const order = new Map(preferences.map(row => [row.project, row.sort_order]))
    return projects
      .filter(project => joined.has(project.id) && !project.archived_at)
      .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0) || a.name.localeCompare(b.name))
  }, [projects, members, preferences, me])
}
