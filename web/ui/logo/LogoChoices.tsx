import { Tabs } from '@base-ui/react/tabs'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Icon } from '../icons.tsx'
import { Skeleton } from '../marks/Skeleton.tsx'
import { useFocusAtOnce } from '../popups/focusAtOnce.ts'
import { later } from '../popups/later.tsx'
import { takeTyped } from '../popups/typeAhead.tsx'
import { IconColours } from './IconColours.tsx'
import type { Logo } from './logo.ts'
import type { GridHandle, OffersProps } from './Offers.tsx'
import { keepRecent } from './recentLogos.ts'

const EmojiOffers = later(() => import('./EmojiOffers.tsx').then(module => module.EmojiOffers))
const IconOffers = later(() => import('./IconOffers.tsx').then(module => module.IconOffers))

const Loading = () => (
  <div role="status" aria-label="Loading" className="grid h-72 content-start gap-3 p-3">
    {['w-24', 'w-64', 'w-60', 'w-64', 'w-52'].map((width, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines stand for nothing yet
      <Skeleton key={at} className={width} />
    ))}
  </div>
)

type LogoChoicesProps = {
  logo: Logo | null
  isRequired: boolean
  search: RefObject<HTMLInputElement | null>
  onPick: (logo: Logo | null) => void
  /** The same icon in another colour. */
  onColour: (logo: Logo) => void
}

const tabs = [
  ['emoji', 'Emoji'],
  ['icon', 'Icon'],
] as const

export const LogoChoices = ({ logo, isRequired, search, onPick, onColour }: LogoChoicesProps) => {
  const chosenIcon = logo && 'icon' in logo ? logo : null
  const [tab, setTab] = useState<'emoji' | 'icon'>(chosenIcon ? 'icon' : 'emoji')
  const [query, setQuery] = useState(takeTyped)
  const [color, setColor] = useState(chosenIcon?.color ?? null)
  const [pointed, setPointed] = useState('')
  const grid = useRef<GridHandle>(null)
  const id = useId()

  useFocusAtOnce(() => search.current)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') grid.current?.enter()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (query.trim()) grid.current?.pickFirst()
    } else if (event.key === 'Escape' && query) setQuery('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const offers: OffersProps = {
    ref: grid,
    query,
    chosen: logo ? ('emoji' in logo ? logo.emoji : logo.icon) : null,
    onPoint: setPointed,
    onLeave: () => search.current?.focus(),
    onPick: picked => {
      keepRecent(tab, picked)
      onPick(tab === 'emoji' ? { emoji: picked } : { icon: picked, color })
    },
  }
  return (
    <Tabs.Root
      value={tab}
      onValueChange={next => setTab(next === 'icon' ? 'icon' : 'emoji')}
      className="flex min-h-0 flex-col text-13"
    >
      <div className="flex flex-none items-center justify-between px-2 pt-2">
        <Tabs.List aria-label="Icon type" className="flex gap-1">
          {tabs.map(([value, name]) => (
            <Tabs.Tab
              key={value}
              value={value}
              className="h-7 rounded-control px-2 text-ink-2 hover:bg-hover data-[active]:bg-press data-[active]:font-medium data-[active]:text-ink"
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {logo && !isRequired && <Button onClick={() => onPick(null)}>Remove</Button>}
      </div>
      <div className="flex h-10 flex-none items-center gap-2 px-3 text-ink-3 shadow-[0_1px_0_var(--line)]">
        <Icon name="search" size={14} />
        <input
          ref={search}
          type="search"
          aria-label={tab === 'emoji' ? 'Search emoji' : 'Search icons'}
          aria-describedby={id}
          placeholder={tab === 'emoji' ? 'Search emoji…' : 'Search icons…'}
          value={query}
          onChange={event => setQuery(event.target.value)}
          onKeyDown={press}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none max-md:text-16"
          spellCheck={false}
          autoComplete="off"
        />
        <span id={id} hidden>
          Press the down arrow to reach the results.
        </span>
      </div>
      <Tabs.Panel value="emoji" className="min-h-0 outline-none" tabIndex={-1}>
        <EmojiOffers {...offers} meanwhile={<Loading />} />
      </Tabs.Panel>
      <Tabs.Panel value="icon" className="flex min-h-0 flex-col outline-none" tabIndex={-1}>
        <IconColours
          value={color}
          onChange={next => {
            setColor(next)
            if (chosenIcon) onColour({ ...chosenIcon, color: next })
          }}
        />
        <IconOffers {...offers} color={color} meanwhile={<Loading />} />
      </Tabs.Panel>
      <div
        aria-hidden="true"
        className="cut h-8 flex-none px-3 text-12 text-ink-3 leading-8 shadow-[inset_0_1px_0_var(--line)]"
      >
        {pointed}
      </div>
    </Tabs.Root>
  )
}
