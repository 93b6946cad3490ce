import type { FindAnswer } from '#contract/lists/search.ts'
import { FilterChip } from '../shell/FilterBar.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { changeWords, withoutFilters } from './changeWords.ts'
import { saidFilters } from './filterWords.ts'

type NothingProps = { words: string; found: FindAnswer; onAsk: (next: string) => void }

/** No hits: the filters of the search, and the way without the one that leaves most. */
export const Nothing = ({ words, found, onAsk }: NothingProps) => {
  const filters = saidFilters(found)
  const [widest] = filters.toSorted((a, b) => b.totalWithout - a.totalWithout)
  const without = widest && widest.totalWithout > 0 ? widest : null
  // Of two that are called the same, the one that is meant.
  const isOne = filters.filter(({ field }) => field === without?.field).length === 1
  const drop = (word: string) => onAsk(changeWords(words, word, true))
  useKeys(
    {
      'mod+backspace': {
        run: () => without && drop(without.word),
        label: 'Drop the narrowest filter',
        always: true,
      },
    },
    { when: without !== null },
  )
  const looked = withoutFilters(words)
  const tail = filters.length === 1 ? widest!.tail : ''
  const { totalWithout: count, all } = without ?? { totalWithout: 0, all: '' }
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-bg">
      {filters.length > 0 && (
        <div role="toolbar" aria-label="Filters" className="flex flex-wrap gap-2 px-4 py-2.5">
          {filters.map(({ word, icon, field, operator, value }) => (
            <FilterChip key={word} {...{ icon, field, operator, value }} onRemove={() => drop(word)} />
          ))}
        </div>
      )}
      <EmptyState
        title={looked ? `Nothing about “${looked}”${tail}` : 'Nothing found'}
        actions={
          without && (
            <Button variant="neutral" size="large" keys="mod+backspace" onClick={() => drop(without.word)}>
              Search {isOne ? all : `without ${without.word}`}
            </Button>
          )
        }
      >
        {without
          ? `${isOne && all.startsWith('a') ? `${all === 'any time' ? 'At' : 'In'} ${all}` : 'Without that filter'} there ${count === 1 ? 'is one result' : `are ${count} results`}.`
          : 'Check the spelling, or try fewer words.'}
      </EmptyState>
    </div>
  )
}
