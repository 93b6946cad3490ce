import { useState } from 'react'
import type { IssueChange } from '#contract/work/issues.ts'
import { Icon } from '../../ui/icons.tsx'
import { QuickAdd } from '../rows/QuickAdd.tsx'
import type { LayoutProps } from './props.ts'

type AddLineProps = Pick<LayoutProps, 'projectKey' | 'onAdd'> & { preset?: () => IssueChange }

/** The foot of a layout: a new issue of no group in particular. */
export const AddLine = ({ projectKey, onAdd, preset }: AddLineProps) => {
  const [open, setOpen] = useState(false)
  if (open)
    return (
      <QuickAdd
        look="row"
        projectKey={projectKey}
        onAdd={typed => onAdd(null, typed, preset?.())}
        onClose={() => setOpen(false)}
      />
    )
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="flex h-9 w-full items-center gap-2 px-4 text-ink-3 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon name="plus" />
      New issue
    </button>
  )
}
