import { IconButton } from '../ui/controls/IconButton.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'

type PlanMenuProps = {
  row: { id: string; name: string }
  entries: readonly MenuEntry[]
  /** Shows what it is beside the list. */
  onPeek?: ((id: string) => void) | undefined
  className?: string | undefined
}

/** The menu of a cycle or module in a row, on a card or on its page. */
export const PlanMenu = ({ row, entries, onPeek, className }: PlanMenuProps) => (
  <Menu
    align="end"
    entries={[
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
    ]}
  >
    <IconButton
      icon="ellipsis"
      size="strip"
      label={`Actions for ${row.name}`}
      tooltip={false}
      className={className}
    />
  </Menu>
)
