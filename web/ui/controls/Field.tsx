import { createContext, type ReactNode, useContext, useId } from 'react'

type Linked = { id: string; described?: string; invalid: boolean }
/** The ids of label, hint and error around an input. */
export const FieldLinks = createContext<Linked | null>(null)

/** The attributes that tie an input inside a Field to its label and error. */
export const useFieldLinks = () => useContext(FieldLinks)

type FieldProps = {
  label: string
  error?: string | null
  /** A way out, beside the error. */
  mend?: ReactNode
  hint?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

export const Field = ({ label, error, mend, hint, aside, children }: FieldProps) => {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      <FieldLinks value={{ id, described, invalid: Boolean(error) }}>{children}</FieldLinks>
      {error ? (
        <div className="flex flex-wrap items-center gap-x-1.5 text-12 text-danger">
          <p id={`${id}-error`} role="alert">
            {error}
          </p>
          {mend}
        </div>
      ) : (
        hint && (
          <div id={`${id}-hint`} className="text-12 text-ink-3">
            {hint}
          </div>
        )
      )}
    </div>
  )
}
