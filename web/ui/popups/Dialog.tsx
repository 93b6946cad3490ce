import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { focusAtOnce } from './focusAtOnce.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The title is spoken only; the content shows its own. */
  bare?: boolean
  text?: ReactNode
  actions?: ReactNode
  /** `form`: as wide as two months beside each other; `cover`: as one that begins with a cover. */
  wide?: boolean | 'form' | 'cover'
  /** Text alone: no control in it takes the focus, so keys scroll the text itself. */
  read?: boolean
  /** On a phone it takes the whole screen. */
  sheet?: boolean
  /** Takes the focus at first, if not the first field. */
  initialFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const halves = {
  usual: '[--half:220px]',
  cover: '[--half:280px]',
  form: '[--half:296px]',
  wide: '[--half:320px]',
}

const FIELD = 'input:not([aria-hidden], [type=hidden]), textarea'

export const Dialog = ({
  open,
  onOpenChange,
  title,
  bare,
  text,
  actions,
  wide,
  read,
  sheet,
  initialFocus,
  children,
}: DialogProps) => {
  const popup = useRef<HTMLDivElement>(null)
  const first = () => initialFocus?.current ?? popup.current?.querySelector<HTMLElement>(FIELD)
  return (
    <Base.Root open={open} onOpenChange={next => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="scrim fixed inset-0 z-[15]" />
        <Base.Popup
          ref={popup}
          initialFocus={focusAtOnce(first)}
          className={classes(
            'floats fixed top-[min(112px,14vh)] left-1/2 z-20 -ml-[min(50vw-16px,var(--half))] flex max-h-[calc(100dvh-min(112px,14vh)-16px)] w-[min(100vw-32px,2*var(--half))] flex-col overflow-hidden rounded-dialog outline-none data-nested-dialog-open:brightness-[.72]',
            halves[wide === true ? 'wide' : wide || 'usual'],
            sheet &&
              'max-md:inset-0 max-md:ml-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:rounded-none',
          )}
        >
          {bare ? (
            <Base.Title className="sr-only">{title}</Base.Title>
          ) : (
            <div className="flex flex-none items-center justify-between pt-4 pr-3 pl-6">
              <Base.Title className="font-semibold text-16">{title}</Base.Title>
              <IconButton icon="x" label="Close" keys="esc" onClick={() => onOpenChange(false)} />
            </div>
          )}
          {text && <Base.Description className="px-6 pt-1 text-14 text-ink-2">{text}</Base.Description>}
          <div
            {...(read && { role: 'group', 'aria-label': title, tabIndex: 0 })}
            className={classes(
              'min-h-0 overflow-y-auto -outline-offset-2',
              sheet && 'flex flex-1 flex-col',
              !bare && (children ? 'px-6 py-4' : 'h-5'),
            )}
          >
            {children}
          </div>
          {actions && <div className="flex flex-none justify-end gap-2 px-6 pb-5">{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
