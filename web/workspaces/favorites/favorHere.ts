/** What the address shows, kept at hand by a key or a command, without a star in sight. */
import { isFavorite, type Kept, toggleFavorite } from '../../data/favorites.ts'
import { getRow } from '../../data/rows.ts'
import { here, may } from '../../data/viewer.ts'
import { type At, usePlace } from '../../places/address.ts'
import type { CommandEntry } from '../../shell/CommandMenu.tsx'
import { useKeys } from '../../shell/keyboard.ts'

const KEYS = 'alt+f'

/** What an address may name, the deepest first: a page is kept, not the project that it stands in. */
const named = [
  ['pageId', 'page'],
  ['viewId', 'view'],
  ['view', 'view'],
  ['moduleId', 'module'],
  ['cycleId', 'cycle'],
  ['projectId', 'project'],
] as const

type Subject = Kept & { name: string }

/** Null where nothing is named, or it is nothing that this person may keep. */
const subjectOf = (at: At | null): Subject | null => {
  const project = at?.params.projectId ?? null
  for (const [param, type] of named) {
    const row = getRow(type, at?.params[param])
    if (!row) continue
    const isGone = 'archived_at' in row && row.archived_at !== null
    const isTheirs = may(`${type}.favor`, row, { workspace: here().workspaceId, project })
    return isTheirs && !isGone ? { type, id: row.id, project, name: row.name } : null
  }
  return null
}

const toggle = (at: At | null): boolean => {
  const subject = subjectOf(at)
  if (subject) void toggleFavorite(subject)
  return subject !== null
}

/** The key, on every screen that shows something to be kept. */
export const useFavoriteKey = () => {
  const at = usePlace()
  useKeys({
    [KEYS]: { run: () => toggle(at), label: 'Add to or remove from favourites', group: 'Everywhere' },
  })
}

export const useFavoriteCommand = (): CommandEntry[] => {
  const at = usePlace()
  const subject = subjectOf(at)
  if (!subject) return []
  const verb = isFavorite(subject) ? 'Remove from favourites' : 'Add to favourites'
  return [
    {
      id: 'favorite',
      group: 'Favourites',
      label: `${verb}: ${subject.name || 'Untitled'}`,
      icon: 'star',
      keys: KEYS,
      words: ['favorite star keep bookmark'],
      typed: true,
      run: () => void toggle(at),
    },
  ]
}
