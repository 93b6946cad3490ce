import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { Button, type ButtonProps } from './Button.tsx'
import { useFieldLinks } from './Field.tsx'

type FieldButtonProps = Omit<ButtonProps, 'children'> & {
  label: string
  /** What is chosen, in words. */
  shown: string
  mark?: ReactNode
}

/** A field that one chooses for instead of typing in it: it opens a picker. */
export const FieldButton = ({ label, shown, mark, ...rest }: FieldButtonProps) => {
  const links = useFieldLinks()
  return (
    <Button
      id={links?.id}
      aria-describedby={links?.described}
      aria-label={`${label}: ${shown}`}
      {...rest}
      size="form"
      className="w-full min-w-0 justify-start bg-raised px-3 text-ink shadow-[inset_0_0_0_1px_var(--line-strong)]"
    >
      {mark}
      <span className="cut flex-1 text-left">{shown}</span>
      <Icon name="chevron-down" size={14} className="text-ink-3" />
    </Button>
  )
}
