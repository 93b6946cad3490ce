import type { Editor } from '@tiptap/core'
import { type FormEvent, useRef, useState } from 'react'
import { safeUrl } from '#document'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Popover } from '../ui/Popover.tsx'
import { TextInput } from '../ui/TextInput.tsx'

/** What was typed as the address that it means; a host needs no scheme. Null when it may not be followed. */
const linkOf = (typed: string): string | null => {
  const text = typed.trim()
  const isHost = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(text)
  return safeUrl(
    isHost ? `https://${text}` : /^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(text) ? `mailto:${text}` : text,
  )
}

const put = (editor: Editor, href: string) => {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (!editor.state.selection.empty || editor.isActive('link')) return chain.setLink({ href }).run()
  const link = { type: 'link', attrs: { href } }
  return chain.insertContent({ type: 'text', text: href, marks: [link] }).run()
}

/** A link for what is selected; where nothing is, the address itself is written. */
export const LinkButton = ({ editor, on }: { editor: Editor; on: boolean }) => {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Popover
      label="Link"
      open={open}
      onOpenChange={setOpen}
      initialFocus={input}
      finalFocus={() => {
        // Its own way: the focus alone would put the caret at the beginning.
        editor.view.focus()
        return false
      }}
      className="w-80 p-3"
      trigger={<IconButton icon="link-2" label="Link" on={on} aria-pressed={on} />}
    >
      {open && <LinkForm editor={editor} on={on} input={input} close={() => setOpen(false)} />}
    </Popover>
  )
}

type LinkFormProps = {
  editor: Editor
  on: boolean
  input: React.RefObject<HTMLInputElement | null>
  close: () => void
}

const LinkForm = ({ editor, on, input, close }: LinkFormProps) => {
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [isRefused, setRefused] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const href = linkOf(address)
    if (href === null) return setRefused(true)
    put(editor, href)
    close()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <Field
        label="Link to"
        {...(isRefused
          ? { error: 'This is no web address, mail address or path that a link may lead to.' }
          : {})}
      >
        <TextInput
          ref={input}
          height="control"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={address}
          onChange={event => {
            setAddress(event.target.value)
            setRefused(false)
          }}
        />
      </Field>
      <div className="flex justify-end gap-1">
        {on && (
          <Button
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              close()
            }}
          >
            Remove link
          </Button>
        )}
        <Button type="submit" variant="primary" keys="enter">
          {on ? 'Change link' : 'Link'}
        </Button>
      </div>
    </form>
  )
}
