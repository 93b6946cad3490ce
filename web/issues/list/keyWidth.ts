import type { RowTypes } from '../../data/entities.ts'
import { getRow } from '../../data/rows.ts'
import { textWidth } from '../../ui/textWidth.ts'

/** Wide enough for the longest key that is listed, whatever its letters. */
export const widthOfKeys = (
  projects: readonly Pick<RowTypes['project'], 'identifier'>[],
  ids: readonly string[],
) => {
  const highest = ids.reduce((most, id) => Math.max(most, getRow('issue', id)?.sequence_id ?? 0), 0)
  const letters = Math.max(0, ...projects.map(one => textWidth(`${one.identifier}-`)))
  // Figures that stand below each other are as wide as the widest.
  return `${Math.max(56, Math.ceil(letters + String(highest).length * textWidth('0') + 4))}px`
}
