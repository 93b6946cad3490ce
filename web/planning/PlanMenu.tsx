import { IconButton } from '../ui/controls/IconButton.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'

type PlanMenuProps = { name: string; entries: () => readonly MenuEntry[]; className?: string }

/** The menu of a cycle or module on its page, and at the head of its panel. */
export const PlanMenu = ({ name, entries, className }: PlanMenuProps) => (
  <Menu align="end" entries={entries}>
    <IconButton
      icon="ellipsis"
      size="strip"
      label={`Actions for ${name}`}
      tooltip={false}
      className={className}
    />
  </Menu>
)
