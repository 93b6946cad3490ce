import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { classes } from '../classes.ts'
import { useFieldLinks } from './Field.tsx'

const look =
  'w-full rounded-control bg-raised text-14 text-ink shadow-[inset_0_0_0_1px_var(--line-strong)] focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-1 disabled:opacity-55 aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] aria-invalid:focus-visible:outline-danger'

const useLinked = () => {
  const links = useFieldLinks()
  return { id: links?.id, 'aria-describedby': links?.described, 'aria-invalid': links?.invalid || undefined }
}

type TextInputProps = InputHTMLAttributes<HTMLInputElement> & {
  height?: 'form' | 'control'
  ref?: Ref<HTMLInputElement>
}

export const TextInput = ({ height = 'form', className, ...rest }: TextInputProps) => (
  <input
    {...useLinked()}
    {...rest}
    className={classes(look, height === 'form' ? 'h-10 px-3' : 'h-7 px-2 text-13', className)}
  />
)

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export const TextArea = ({ className, ...rest }: TextAreaProps) => (
  <textarea
    rows={3}
    {...useLinked()}
    {...rest}
    className={classes(look, 'field-sizing-content min-h-10 resize-none px-3 py-2', className)}
  />
)
