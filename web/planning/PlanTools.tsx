import type { ReactNode } from 'react'
import { IconButton } from '../ui/controls/IconButton.tsx'
import type { usePanel } from './usePanel.ts'

type PlanToolsProps = {
  /** Missing where nobody adds anything. */
  onAdd: (() => void) | null
  panel: ReturnType<typeof usePanel>
  children?: ReactNode
}

/** Further tools of a cycle's or module's list. */
export const PlanTools = ({ onAdd, panel, children }: PlanToolsProps) => (
  <>
    {onAdd && (
      <IconButton icon="list-checks" label="Add existing issues" onClick={onAdd} className="max-md:size-11" />
    )}
    {children}
    <IconButton
      icon="panel-right"
      label={panel.isOpen ? 'Hide details' : 'Show details'}
      on={panel.isOpen}
      aria-expanded={panel.isOpen}
      onClick={panel.toggle}
      className="max-md:size-11"
    />
  </>
)
