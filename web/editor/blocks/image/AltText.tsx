import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Popover } from '../../../ui/popups/Popover.tsx'

type AltTextProps = { alt: string; onChange: (alt: string) => void; onClosed: () => void }

/** The description of an image, in words, for people who do not see it. */
export const AltText = ({ alt, onChange, onClosed }: AltTextProps) => {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState(alt)
  const field = useRef<HTMLInputElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    // React passes it on to the form that the editor may stand in.
    event.stopPropagation()
    onChange(words.trim())
    setOpen(false)
  }
  return (
    <Popover
      label="Alt text"
      open={isOpen}
      onOpenChange={next => {
        setWords(alt)
        setOpen(next)
      }}
      align="end"
      initialFocus={field}
      finalFocus={() => {
        onClosed()
        return false
      }}
      className="w-72 p-3"
      trigger={
        <Button size="small" aria-label={alt ? 'Edit alt text' : 'Add alt text'}>
          {alt ? 'Alt' : '+ Alt'}
        </Button>
      }
    >
      <form onSubmit={save} className="flex flex-col gap-2">
        <Field label="Describe the image" hint="Read aloud to people who cannot see the image.">
          <TextInput
            ref={field}
            height="control"
            maxLength={500}
            value={words}
            onChange={event => setWords(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" className="self-end">
          Save
        </Button>
      </form>
    </Popover>
  )
}
