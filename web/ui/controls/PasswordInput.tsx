import { type InputHTMLAttributes, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextInput } from './TextInput.tsx'

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'height'> & {
  /** 0 to 4, from the strength estimate; drawn only when given. */
  strength?: number
}

const marks = ['bg-danger', 'bg-danger', 'bg-warn', 'bg-ok', 'bg-ok']
const verdicts = ['Very easy to guess', 'Easy to guess', 'Could be stronger', 'Strong', 'Very strong']

export const PasswordInput = ({ strength, ...rest }: PasswordInputProps) => {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <div className="relative">
        <TextInput {...rest} type={shown ? 'text' : 'password'} className="pr-11" spellCheck={false} />
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
          className="absolute top-1.5 right-1.5"
        />
      </div>
      {strength !== undefined && (
        <div className="mt-2 flex items-center gap-1">
          {[0, 1, 2, 3].map(at => (
            <span
              key={at}
              className={`h-1 flex-1 rounded-full ${at < Math.max(1, strength) ? marks[strength] : 'bg-press'}`}
            />
          ))}
          <span className="ml-2 w-32 text-right text-12 text-ink-3" aria-live="polite">
            {verdicts[strength]}
          </span>
        </div>
      )}
    </div>
  )
}
