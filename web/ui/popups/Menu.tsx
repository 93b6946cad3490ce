import type { ReactElement, ReactNode } from 'react'
import type { IconName } from '../icons.tsx'
import { later } from './later.tsx'
import { WhenLoaded } from './WhenLoaded.tsx'

export type MenuEntry =
  | {
      id: string
      label: string
      icon?: IconName | ReactElement
      keys?: string
      danger?: boolean
      checked?: boolean
      /** The menu stays open: one of several that are turned on and off together. */
      stays?: boolean
      /** Why it cannot be used now. */
      disabled?: boolean | string
      href?: string
      run?: () => void
      children?: readonly MenuEntry[]
    }
  | { id: string; rule: true }
  | { id: string; heading: string }

type Entries = readonly MenuEntry[]

export type MenuProps = {
  /** A function where its button stands in each row of a long list: the menu is made with the first press. */
  entries: Entries | (() => Entries)
  /** A button; it gets the menu's name and state. Missing where the menu opens beside something else. */
  children?: ReactElement
  /** Its anchor then: a row, or the place of the pointer. */
  anchor?: Element | { getBoundingClientRect: () => DOMRect } | null
  /** Takes the focus afterwards. */
  finalFocus?: () => HTMLElement | false | null
  align?: 'start' | 'end'
  side?: 'bottom' | 'top' | 'right'
  head?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const Loaded = later(() => import('./LoadedMenu.tsx').then(module => module.LoadedMenu), 'soon')

export const Menu = ({ entries, ...props }: MenuProps) => (
  <WhenLoaded trigger={props.children} popup="menu" onOpenChange={props.onOpenChange}>
    {(wanted, waiting, button) => {
      const isMade = typeof entries !== 'function'
      if (!isMade && !wanted) return waiting
      return (
        <Loaded
          {...props}
          entries={isMade ? entries : entries()}
          {...{ button, wanted }}
          meanwhile={waiting}
          unhurried={!wanted && !props.open}
        />
      )
    }}
  </WhenLoaded>
)
