import { useState } from 'react'
import { HeaderButton } from '../shell/Header.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { ListSearch } from '../shell/ListSearch.tsx'
import { Menu, type MenuEntry } from '../ui/popups/Menu.tsx'

type Change = (patch: Record<string, string | null>) => void

export const favouritesFilter = (chosen: boolean, onChange: Change): MenuEntry => ({
  id: 'favorites',
  label: 'Favourites',
  icon: 'star',
  checked: chosen,
  stays: true,
  run: () => onChange({ favorites: chosen ? null : 'true' }),
})

type PlanFilterMenuProps = {
  /** What the search is called: "Find cycles". */
  label: string
  words: string
  entries: MenuEntry[]
  /** How many filters narrow the list. */
  count: number
  onChange: Change
}

/** The search and the filters of a list of cycles or modules; F opens the filters. */
export const PlanFilterMenu = ({ label, words, entries, count, onChange }: PlanFilterMenuProps) => {
  const [isOpen, setOpen] = useState(false)
  useKeys({ f: { run: () => setOpen(true), label: 'Filter', group: 'List' } })
  return (
    <>
      <ListSearch label={label} words={words} onSearch={text => onChange({ q: text || null })} />
      <Menu entries={entries} align="end" open={isOpen} onOpenChange={setOpen}>
        <HeaderButton icon="list-filter" on={count > 0}>
          {count > 0 ? `Filter ${count}` : 'Filter'}
        </HeaderButton>
      </Menu>
    </>
  )
}
