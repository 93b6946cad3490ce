import type { Route } from '#contract/define.ts'
import type { RowTypes } from '../../data/entities.ts'
import { isDone } from '../../data/mutate.ts'
import { remember } from '../../data/undo.ts'
import { kept } from '../settingsProject.ts'

type Deletion<E extends keyof RowTypes> = {
  entity: E
  row: RowTypes[E]
  /** As the message calls it: "Sill deleted". */
  name: string
  /** The noun in people's words. */
  noun: string
  remove: Route
  restore: Route
  params: Record<string, string>
  body?: Record<string, unknown>
}

/** Deletes a part of a project, and offers the way back: one press, and it is where it was. */
export const deleteWithUndo = <E extends keyof RowTypes>(given: Deletion<E>) => {
  const { entity, row, name, noun, params, body } = given
  const remove = () =>
    kept(
      isDone({
        entity,
        route: given.remove,
        params,
        ...(body && { body }),
        id: row.id,
        patch: {},
        removes: true,
        failure: `The ${noun} was not deleted.`,
      }),
    )
  const back = () =>
    kept(
      isDone({
        entity,
        route: given.restore,
        params,
        id: row.id,
        patch: row,
        failure: `The ${noun} was not restored.`,
      }),
    )
  const sent = remove()
  remember({ message: `${name} deleted`, sent, back, again: remove }, { tell: true })
  return sent
}
