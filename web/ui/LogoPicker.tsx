import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import type { Logo } from './logo/logo.ts'
import { later } from './popups/later.tsx'
import { Popover } from './popups/Popover.tsx'
import { ExpectTyping } from './popups/typeAhead.tsx'

const LogoChoices = later(() => import('./logo/LogoChoices.tsx').then(module => module.LogoChoices), 'soon')

type LogoPickerProps = {
  /** The noun of the pick, for the popup's name: "Page icon". */
  label: string
  logo: Logo | null
  /** With nothing it is taken away. */
  onPick: (logo: Logo | null) => void
  /** It has always some sign. */
  required?: boolean
  /** Further choices below; with them it stays open until it is left. */
  below?: ReactNode
  /** Takes the focus afterwards, if not its button. */
  finalFocus?: () => HTMLElement | false
  children: ReactElement
}

/** An emoji or an icon, found by its words. */
export const LogoPicker = (props: LogoPickerProps) => {
  const { label, logo, onPick, required = false, below, finalFocus, children } = props
  const [isOpen, setOpen] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  return (
    <Popover
      label={label}
      trigger={children}
      open={isOpen}
      onOpenChange={setOpen}
      initialFocus={search}
      finalFocus={finalFocus}
      className="flex w-80 max-w-[calc(100vw-16px)] flex-col overflow-hidden"
    >
      <LogoChoices
        logo={logo}
        isRequired={required}
        search={search}
        onPick={picked => {
          onPick(picked)
          if (!below) setOpen(false)
        }}
        onColour={onPick}
        meanwhile={
          <div role="status" aria-label="Loading" className="h-96">
            <ExpectTyping />
          </div>
        }
      />
      {below}
    </Popover>
  )
}
