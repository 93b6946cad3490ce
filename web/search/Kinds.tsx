import type { FindAnswer, Hit } from '#contract/lists/search.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { useNarrow } from '../ui/viewport.ts'
import { kindWords } from './hits.ts'

/** `onChoose`: the word of a kind, or null for all. */
type KindsProps = { found: FindAnswer; onChoose: (word: string | null) => void }
const ALL = 'all'

/** Of which kind the results are; one at a time, with the number that each would leave. */
export const Kinds = ({ found: { facets, filters, total_results }, onChoose }: KindsProps) => {
  const isNarrow = useNarrow()
  const chosen = facets.kind.filter(kind => kind.is_chosen)
  const ofKind = filters.find(({ word }) => word.startsWith('kind:'))
  const parts = [
    { id: ALL, label: 'All', count: ofKind?.total_without ?? total_results },
    ...facets.kind.map(({ id, count }) => ({ id, label: kindWords[id as Hit['kind']].many, count })),
  ]
  const value = chosen.length === 1 ? chosen[0]!.id : chosen.length === 0 && !ofKind ? ALL : ''
  const choose = (id: string) => onChoose(facets.kind.find(kind => kind.id === id)?.word ?? null)
  if (!isNarrow)
    return <Segmented label="Kind" parts={parts} value={value} onChange={choose} className="text-12" />
  return (
    <fieldset className="flex min-w-0 flex-none gap-1.5 overflow-x-auto [scrollbar-width:none]">
      <legend className="sr-only">Kind</legend>
      {parts.map(({ id, label, count }) => (
        <Button
          key={id}
          variant="neutral"
          on={id === value}
          aria-pressed={id === value}
          className={id === value ? 'h-8 flex-none bg-accent-tint! text-accent-text!' : 'h-8 flex-none'}
          onClick={() => choose(id)}
        >
          {label}
          <span className="num">{count}</span>
        </Button>
      ))}
    </fieldset>
  )
}
