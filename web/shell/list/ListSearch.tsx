import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { useKeys } from '../keyboard.ts'

/** The first of the rows below. */
const firstFound = () => document.querySelector<HTMLElement>('[data-row] a')

type ListSearchProps = { label: string; words: string; onSearch: (words: string) => void }

/** An icon until it is wanted; Escape clears, then closes. */
export const ListSearch = ({ label, words, onSearch }: ListSearchProps) => {
  const [isOpen, setOpen] = useState(words !== '')
  // The typed words, at once; the address follows.
  const [typed, setTyped] = useState(words)
  const [last, setLast] = useState(words)
  if (words !== last) {
    setLast(words)
    if (words === '') setTyped('')
  }
  const search = (text: string) => {
    setTyped(text)
    onSearch(text)
  }
  const input = useRef<HTMLInputElement>(null)
  useKeys({ '/': { run: () => setOpen(true), label, group: 'List' } })
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  if (!isOpen)
    return (
      <IconButton
        icon="search"
        label={label}
        keys="/"
        onClick={() => setOpen(true)}
        className="max-md:size-11 max-md:[&_svg]:size-5"
      />
    )
  return (
    <TextInput
      ref={input}
      type="search"
      height="control"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={event => search(event.target.value)}
      onBlur={() => typed === '' && setOpen(false)}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'ArrowDown') firstFound()?.focus()
        else if (event.key === 'Enter') firstFound()?.click()
        else if (event.key !== 'Escape') return
        else if (typed) search('')
        else setOpen(false)
        event.preventDefault()
        event.stopPropagation()
      }}
      className="max-w-48 max-md:max-w-32"
    />
  )
}
