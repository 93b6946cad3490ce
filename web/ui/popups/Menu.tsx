import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, type RefCallback, type RefObject, useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Kbd } from '../marks/Kbd.tsx'
import { useFocusAtOnce } from './focusAtOnce.ts'
import { OncePressed } from './OncePressed.tsx'

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

export type MenuProps = {
  /** A function where its button is in each row of a long list: they are made when the menu is opened. */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[])
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

const option =
  'flex min-h-8 w-full items-center gap-2 rounded-control px-2 py-1 text-left outline-none max-md:min-h-11 data-[highlighted]:bg-press data-[disabled]:opacity-45'
const popup = 'floats max-h-(--available-height) min-w-50 max-w-80 overflow-y-auto p-1 outline-none'

const Mark = ({ icon }: { icon?: IconName | ReactElement }) =>
  typeof icon === 'string' ? <Icon name={icon} className="text-ink-3" /> : (icon ?? null)

const Entries = ({ entries }: { entries: readonly MenuEntry[] }): ReactNode =>
  entries.map(entry => {
    if ('rule' in entry) return <Base.Separator key={entry.id} className="-mx-1 my-1 h-px bg-line" />
    if ('heading' in entry)
      return (
        <div key={entry.id} role="presentation" className="px-2 pt-2 pb-1 text-12 text-ink-3">
          {entry.heading}
        </div>
      )
    const inside = (
      <>
        <Mark icon={entry.icon} />
        <span className="min-w-0 flex-1">
          <span className="cut block">{entry.label}</span>
          {typeof entry.disabled === 'string' && <span className="block text-12">{entry.disabled}</span>}
        </span>
        {entry.checked && <Icon name="check" size={14} />}
        {entry.keys && <Kbd keys={entry.keys} className="ml-3" />}
      </>
    )
    const look = classes(option, entry.danger && 'text-danger [&_svg]:text-danger')
    if (entry.children)
      return (
        <Base.SubmenuRoot key={entry.id}>
          <Base.SubmenuTrigger className={look} disabled={Boolean(entry.disabled)}>
            {inside}
            <Icon name="chevron-right" size={12} className="text-ink-3" />
          </Base.SubmenuTrigger>
          <Base.Portal>
            <Base.Positioner
              role="region"
              aria-label="More choices"
              className="z-20"
              sideOffset={2}
              alignOffset={-4}
            >
              <Base.Popup className={popup}>
                <Entries entries={entry.children} />
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.SubmenuRoot>
      )
    if (entry.checked !== undefined)
      return (
        <Base.CheckboxItem
          key={entry.id}
          className={look}
          disabled={Boolean(entry.disabled)}
          checked={entry.checked}
          closeOnClick={!entry.stays}
          onClick={entry.run}
        >
          {inside}
        </Base.CheckboxItem>
      )
    return (
      <Base.Item
        key={entry.id}
        className={look}
        disabled={Boolean(entry.disabled)}
        onClick={entry.run}
        // biome-ignore lint/a11y/useAnchorContent: Base UI puts the children in
        render={entry.href ? <a href={entry.href} /> : undefined}
      >
        {inside}
      </Base.Item>
    )
  })

// Keys pressed as soon as it is open are meant for it, not for the screen behind.
const TakeFocus = ({ menu }: { menu: RefObject<HTMLElement | null> }) => {
  useFocusAtOnce(() => menu.current)
  return null
}

const made = (entries: MenuProps['entries']) => (typeof entries === 'function' ? entries() : entries)

/** Its entries, made when it is opened. */
const Made = ({ entries }: Pick<MenuProps, 'entries'>) => <Entries entries={made(entries)} />

type ShownProps = MenuProps & { isPressed: boolean; button: RefCallback<HTMLElement> }

const Shown = ({
  entries,
  children,
  align = 'start',
  side = 'bottom',
  head,
  anchor,
  finalFocus,
  open,
  onOpenChange,
  isPressed,
  button,
}: ShownProps) => {
  const menu = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      defaultOpen={isPressed}
      onOpenChange={onOpenChange && (next => onOpenChange(next))}
    >
      {children && <Base.Trigger ref={button} render={children} />}
      <Base.Portal>
        <Base.Positioner
          role="region"
          aria-label="Menu"
          className="z-20"
          anchor={anchor ?? undefined}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup ref={menu} className={popup} finalFocus={finalFocus}>
            {head}
            <Made entries={entries} />
            <TakeFocus menu={menu} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export const Menu = (props: MenuProps) => (
  <OncePressed trigger={props.children} popup="menu" open={props.open} onOpenChange={props.onOpenChange}>
    {(isPressed, button) => <Shown {...props} {...{ isPressed, button }} />}
  </OncePressed>
)
