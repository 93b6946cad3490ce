import type { Ref } from 'react'
import { Icon } from '../icons.tsx'
import { Kbd } from '../marks/Kbd.tsx'

export type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
  /** What leads here; it is in the empty field. */
  keys?: string
}

/** Looks through what is below it. */
export const SearchField = ({ label, placeholder, value, onChange, keys, ...rest }: SearchFieldProps) => (
  <span className="relative w-55 flex-none text-ink-3 max-desk:w-40">
    <Icon name="search" size={14} className="pointer-events-none absolute top-[7px] left-2" />
    <input
      {...rest}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={event => onChange(event.target.value)}
      className="h-7 w-full rounded-control bg-press pr-2 pl-7 text-13 text-ink shadow-[inset_0_0_0_1px_var(--edge)] placeholder:text-ink-2 focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-1"
    />
    {keys && !value && (
      <Kbd keys={keys} className="pointer-events-none absolute top-[5px] right-1.5 max-desk:hidden" />
    )}
  </span>
)
