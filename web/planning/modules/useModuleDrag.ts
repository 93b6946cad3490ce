import type { Module } from '#contract/planning/modules.ts'
import { useRowDrag } from '../../settings/rows/useRowDrag.ts'
import type { Moves } from '../usePlaces.ts'
import { mayChangeModule } from './moduleRows.ts'

/** A module's row in an order of its own is put before or after another by the pointer; without `onPut` it stays. */
export const useModuleDrag = (module: Module, onPut: Moves['onPut']) =>
  useRowDrag<HTMLDivElement>({
    id: module.id,
    kind: 'module',
    isFixed: !onPut || !mayChangeModule(module),
    spotFor: (_, spot) => spot,
    onDrop: (dragged, spot) => spot !== 'inside' && onPut?.(dragged, module.id, spot),
  })
