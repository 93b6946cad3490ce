import { type InputHTMLAttributes, type KeyboardEvent, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextInput } from './TextInput.tsx'

export type Strength = 'short' | 'weak' | 'strong'

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'height'> & {
  /** Of a new password; drawn only when given. */
  strength?: Strength | undefined
}

const verdicts: Record<Strength, { bars: number; fill: string; ink: string; text: string }> = {
  short: { bars: 1, fill: 'bg-danger', ink: 'text-danger', text: 'Too short: at least 8 characters.' },
  weak: { bars: 2, fill: 'bg-warn', ink: 'text-warn', text: 'Easy to guess. Several words are best.' },
  strong: { bars: 3, fill: 'bg-ok', ink: 'text-ok', text: 'Strong.' },
}

const Meter = ({ strength }: { strength: Strength }) => {
  const { bars, fill, ink, text } = verdicts[strength]
  return (
    <div className="mt-2">
      <div className="flex gap-1">
        {[0, 1, 2].map(at => (
          <span key={at} className={`h-1 flex-1 rounded-full ${at < bars ? fill : 'bg-press'}`} />
        ))}
      </div>
      <p className={`mt-1 text-12 ${ink}`} aria-live="polite">
        {text}
      </p>
    </div>
  )
}

export const PasswordInput = ({ strength, ...rest }: PasswordInputProps) => {
  const [shown, setShown] = useState(false)
  const [isCapital, setCapital] = useState(false)
  const look = (event: KeyboardEvent) => setCapital(event.getModifierState('CapsLock'))
  return (
    <div>
      <div className="relative">
        <TextInput
          {...rest}
          type={shown ? 'text' : 'password'}
          className="pr-11"
          spellCheck={false}
          autoCapitalize="none"
          onKeyUp={look}
          onBlur={event => {
            setCapital(false)
            rest.onBlur?.(event)
          }}
        />
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
          className="absolute top-1.5 right-1.5"
        />
      </div>
      {isCapital && (
        <p className="mt-1 text-12 text-ink-2" aria-live="polite">
          Caps Lock is on.
        </p>
      )}
      {strength && <Meter strength={strength} />}
    </div>
  )
}
