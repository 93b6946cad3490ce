import type { RowSpot } from '../shell/list/rowMenu.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'

type PlanMenuProps = {
  row: { id: string; name: string }
  entries: readonly MenuEntry[]
  /** Shows what it is beside the list. */
  onPeek?: ((id: string) => void) | undefined
  className?: string | undefined
}

const withDetails = ({ row, entries, onPeek }: Omit<PlanMenuProps, 'className'>): MenuEntry[] => [
  ...(onPeek
    ? [
        {
          id: 'details',
          label: 'More details',
          icon: 'panel-right' as const,
          run: () => onPeek(row.id),
        },
      ]
    : []),
  ...entries,
]

type PlanMenuButtonProps = Omit<PlanMenuProps, 'entries'> & { entries: () => readonly MenuEntry[] }

/** The menu of a cycle or module in a row, on a card or on its page. */
export const PlanMenu = ({ className, entries, ...props }: PlanMenuButtonProps) => (
  <Menu align="end" entries={() => withDetails({ ...props, entries: entries() })}>
    <IconButton
      icon="ellipsis"
      size="strip"
      label={`Actions for ${props.row.name}`}
      tooltip={false}
      className={className}
    />
  </Menu>
)

type PlanRowMenuProps = Omit<PlanMenuProps, 'className'> & { spot: RowSpot; onClose: () => void }

/** The same where the pointer is, or beside the row that has the focus. */
export const PlanRowMenu = ({ spot, onClose, ...props }: PlanRowMenuProps) => (
  <Menu
    open
    onOpenChange={next => next || onClose()}
    anchor={spot.anchor}
    finalFocus={() => spot.row.querySelector('a')}
    entries={withDetails(props)}
  />
)
