import { useMemo } from 'react'
import type { RowTypes } from '../../data/entities.ts'
import { getRow, useRows } from '../../data/rows.ts'
import { textWidth } from '../../ui/textWidth.ts'
import type { NamedGroup } from '../view/groups.tsx'

type Keyed = Pick<RowTypes['project'], 'identifier'>

/**
 * `total` issues of one project are listed, of which `ids` are loaded: as numbers count from 1, one of them is `total` or
 * above. So the column seldom widens with a further page, which would lay out every row anew.
 */
export const widthOfKeys = (projects: readonly Keyed[], ids: readonly string[], total = 0) => {
  const highest = ids.reduce((most, id) => Math.max(most, getRow('issue', id)?.sequence_id ?? 0), total)
  const letters = Math.max(0, ...projects.map(one => textWidth(`${one.identifier}-`)))
  // Figures that are below each other are as wide as the widest.
  return `${Math.max(56, Math.ceil(letters + String(highest).length * textWidth('0') + 4))}px`
}

/** Wide enough for the longest listed key, whatever its letters; without a project, for keys of all. */
export const useKeyWidth = (project: Keyed | null, groups: readonly NamedGroup[], total: number) => {
  const projects = useRows('project')
  return useMemo(
    () =>
      widthOfKeys(
        project ? [project] : projects,
        groups.flatMap(group => group.ids),
        project ? total : 0,
      ),
    [project, projects, groups, total],
  )
}
