import { useRef } from 'react'
import { SearchField, type SearchFieldProps } from '../../ui/controls/SearchField.tsx'
import { useKeys } from '../keyboard.ts'

/** Looks through the list of its screen; its key leads there from anywhere on it. */
export const FindField = (props: Omit<SearchFieldProps, 'ref' | 'keys'>) => {
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': { run: () => field.current?.focus(), label: props.label, group: 'List' } })
  return <SearchField {...props} ref={field} keys="/" />
}
