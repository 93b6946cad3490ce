import { WidthEdge } from '../../ui/WidthEdge.tsx'
import { usePeekWidth } from '../list/peekWidth.ts'

/** The edge that an open issue is made wider or narrower by. */
export const PeekEdge = () => <WidthEdge label="Issue width" side="left" {...usePeekWidth()} />
