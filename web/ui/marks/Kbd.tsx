import { Fragment } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'

const platform = typeof navigator === 'undefined' ? '' : navigator.platform
export const isApple = /Mac|iPhone|iPad/.test(platform)

const words: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  alt: isApple ? '⌥' : 'Alt',
  shift: isApple ? '⇧' : 'Shift',
  enter: 'Enter',
  esc: 'Esc',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
}
const arrows: Record<string, IconName> = {
  up: 'arrow-up',
  down: 'arrow-down',
  left: 'arrow-left',
  right: 'arrow-right',
}
const arrowNames: Record<string, string> = { up: 'Up', down: 'Down', left: 'Left', right: 'Right' }

const caps = (keys: string) =>
  keys === '+'
    ? ['+']
    : keys.split(' ').flatMap(part => (part === '+' ? ['+'] : part.split('+').filter(Boolean)))

/** In words, for `aria-keyshortcuts` and for screen readers. */
export const spokenKeys = (keys: string) =>
  caps(keys)
    .map(
      cap =>
        arrowNames[cap] ??
        (cap === 'mod' ? (isApple ? 'Command' : 'Control') : (words[cap] ?? cap.toUpperCase())),
    )
    .join(' ')

type KbdProps = { keys: string; onAccent?: boolean; className?: string }

/** `mod+shift+d` is pressed together, `g i` one after the other. */
export const Kbd = ({ keys, onAccent, className }: KbdProps) => (
  // Where one touches there are no keys to press.
  <span
    className={classes('inline-flex flex-none gap-[2px] max-md:hidden pointer-coarse:hidden', className)}
    aria-hidden="true"
  >
    {caps(keys).map((cap, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a chord may repeat a key
      <Fragment key={at}>
        <kbd
          className={classes(
            'inline-grid h-[18px] min-w-[18px] place-items-center rounded-tag px-1 font-sans font-medium text-[11px] leading-[18px] tracking-normal',
            onAccent ? 'quiet-fill text-inherit' : 'bg-press text-ink-2',
          )}
        >
          {arrows[cap] ? (
            <Icon name={arrows[cap]} size={12} />
          ) : (
            (words[cap] ?? (/^(.|f\d+)$/.test(cap) ? cap.toUpperCase() : cap))
          )}
        </kbd>
      </Fragment>
    ))}
  </span>
)
