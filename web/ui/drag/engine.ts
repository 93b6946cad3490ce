/** The library of dragging, in one piece that is loaded by itself. */
export { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
export {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
export { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
