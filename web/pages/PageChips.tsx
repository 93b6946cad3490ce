import { useRowsOf } from '../data/rowsBy.ts'
import { spanWord } from '../shell/spans/namedSpans.ts'
import { spansBack } from '../shell/spans/pastSpans.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import type { PageList } from './list/pageList.ts'

type PageChipsProps = { list: PageList; onChange: (change: Partial<PageList>) => void }
type ChipProps = { icon: IconName; field: string; value: string; onRemove: () => void }

const part = 'flex h-6 items-center gap-1.5 whitespace-nowrap bg-press px-2 text-12 max-md:h-8 max-md:text-13'

const Chip = ({ icon, field, value, onRemove }: ChipProps) => (
  <span className="flex flex-none gap-px overflow-hidden rounded-control max-md:rounded-card">
    <span className={part}>
      <Icon name={icon} size={14} className="text-ink-3" />
      {field}
    </span>
    <span className={part}>{value}</span>
    <button
      type="button"
      aria-label={`Remove ${field} filter`}
      onClick={onRemove}
      className={`${part} !px-[5px] text-ink-2 hover:text-ink focus-visible:-outline-offset-2`}
    >
      <Icon name="x" size={14} />
    </button>
  </span>
)

/** The filters of the list as chips. */
export const PageChips = ({ list, onChange }: PageChipsProps) => {
  const creators = useRowsOf('user', list.creators)
  return (
    <div
      role="toolbar"
      aria-label="Filters"
      className="flex min-h-10 flex-none flex-wrap items-center gap-2 py-1 pr-3 pl-4"
    >
      {list.favorites && (
        <Chip icon="star" field="Favourites" value="only" onRemove={() => onChange({ favorites: false })} />
      )}
      {list.span !== null && (
        <Chip
          icon="calendar"
          field="Created"
          value={spanWord(list.span, spansBack)}
          onRemove={() => onChange({ span: null })}
        />
      )}
      {list.creators.length > 0 && (
        <Chip
          icon="user-round"
          field="Creator"
          value={creators.map(person => person.display_name).join(', ')}
          onRemove={() => onChange({ creators: [] })}
        />
      )}
      <span className="flex-1" />
      <Button size="small" onClick={() => onChange({ favorites: false, span: null, creators: [] })}>
        Clear all
      </Button>
    </div>
  )
}
