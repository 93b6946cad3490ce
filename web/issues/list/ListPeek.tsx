import { later } from '../../ui/popups/later.tsx'
import { useDoing } from '../here/here.ts'
import type { NamedGroup } from '../view/groups.tsx'
import { type ListFocus, useStops } from './listFocus.ts'

// The editor comes with the first issue that is opened, not with the list.
const IssuePeek = later(() => import('../one/IssuePeek.tsx').then(module => module.IssuePeek), 'next')

type ListPeekProps = {
  issueId: string
  focus: ListFocus
  groups: readonly NamedGroup[]
  shut: ReadonlySet<string>
  onPeek: (id: string | null) => void
  onOpen: (id: string) => void
}

/** The issue that is open beside its list: the next and the one before are those of the lines as they are. */
export const ListPeek = ({ issueId, focus, groups, shut, onPeek, onOpen }: ListPeekProps) => {
  const stops = useStops(focus)
  useDoing('reads', issueId)
  const at = focus.indexOfIssue(issueId)
  const coming = groups.reduce(
    (sum, group) => sum + (shut.has(group.key) ? 0 : group.total - group.ids.length),
    0,
  )
  const to = (by: 1 | -1) => {
    const stop = at >= 0 ? stops[at + by] : undefined
    if (!stop) return undefined
    return () => {
      focus.follow(stop)
      onPeek(stop.id)
    }
  }
  const [onPrevious, onNext] = [to(-1), to(1)]
  return (
    <IssuePeek
      issueId={issueId}
      onClose={() => {
        focus.leave(issueId)
        onPeek(null)
      }}
      {...(at >= 0 ? { place: { at: at + 1, of: stops.length + coming } } : {})}
      {...(onPrevious ? { onPrevious } : {})}
      {...(onNext ? { onNext } : {})}
      onExpand={() => onOpen(issueId)}
    />
  )
}
