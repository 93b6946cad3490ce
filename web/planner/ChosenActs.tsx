import { useState } from 'react'
import { type Editing, FieldPicker } from '../issues/fields/FieldPicker.tsx'
import { looks } from '../issues/fields/fields.ts'
import { IconButton, type IconButtonProps } from '../ui/controls/IconButton.tsx'

type ChosenActsProps = {
  chosen: readonly string[]
  onOpen: (id: string) => void
  mayEdit: boolean
  /** Where the project estimates. */
  isEstimated: boolean
  size?: IconButtonProps['size']
}

/** What keys do with the chosen issues besides moving them, for whoever has none: a size for all, and opening a single one. */
export const ChosenActs = ({ chosen, onOpen, mayEdit, isEstimated, size = 'medium' }: ChosenActsProps) => {
  const [editing, setEditing] = useState<Editing | null>(null)
  const [first, ...others] = chosen
  if (!first) return null
  return (
    <>
      {mayEdit && isEstimated && (
        <IconButton
          icon={looks.estimate.icon}
          label="Estimate"
          size={size}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) =>
            setEditing({ issueId: first, also: others, field: 'estimate', anchor: currentTarget })
          }
        />
      )}
      {others.length === 0 && (
        <IconButton icon="arrow-up-right" label="Open" size={size} onClick={() => onOpen(first)} />
      )}
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
    </>
  )
}
