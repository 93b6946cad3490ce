import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { IssueParts } from '../fields/rowProps.ts'

type RowMenuButtonProps = { id: string; label: string; onMenu: IssueParts['onMenu']; className?: string }

/** The three dots of a row or card, seen where the pointer or the focus is. */
export const RowMenuButton = ({ id, label, onMenu, className }: RowMenuButtonProps) =>
  onMenu && (
    <IconButton
      icon="ellipsis"
      size="strip"
      tabIndex={-1}
      label={`Actions for ${label}`}
      tooltip={false}
      aria-haspopup="menu"
      onClick={event => onMenu(id, event.currentTarget)}
      className={classes('relative z-[1] flex-none', className)}
    />
  )
