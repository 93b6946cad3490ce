import { useMemo, useState } from 'react'
import { Icon } from '../ui/icons.tsx'
import { Kbd } from '../ui/marks/Kbd.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { type ListedKey, listKeys } from './keyboard.ts'

type KeyboardHelpProps = { open: boolean; onOpenChange: (open: boolean) => void; more?: readonly ListedKey[] }

export const KeyboardHelp = ({ open, onOpenChange, more }: KeyboardHelpProps) => {
  const [query, setQuery] = useState('')
  const groups = useMemo(() => {
    const wanted = query.trim().toLowerCase()
    const keys = open ? [...listKeys(), ...(more ?? [])] : []
    return Map.groupBy(
      keys.filter(key => key.label.toLowerCase().includes(wanted)),
      key => key.group,
    )
  }, [open, query, more])
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard" wide read>
      <div className="mb-2 flex h-8 items-center gap-2 rounded-control bg-press px-2 text-ink-2">
        <Icon name="search" size={14} />
        <input
          aria-label="Find a shortcut"
          placeholder="Find a shortcut…"
          value={query}
          onChange={event => setQuery(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-2"
        />
      </div>
      <div className="columns-2 gap-8 max-md:columns-1">
        {[...groups].map(([group, keys]) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="pt-2 pb-1 text-12 text-ink-3">{group}</h3>
            <ul>
              {keys.map(key => (
                <li key={key.keys + key.label} className="flex h-8 items-center justify-between gap-3">
                  {key.label}
                  <Kbd keys={key.keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {groups.size === 0 && <p className="text-ink-3">No matching shortcuts.</p>}
    </Dialog>
  )
}
