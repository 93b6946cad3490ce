import { type Editor, getMarkRange } from '@tiptap/core'
import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { safeUrl } from '#document'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { LinkTargets } from './LinkTargets.tsx'
import { holdSelection } from './surfaces/heldSelection.ts'

/** The address meant by the typed text; a host needs no scheme. Null when it may not be followed. */
const linkOf = (typed: string): string | null => {
  const text = typed.trim()
  const isHost = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]|$)/.test(text)
  return safeUrl(
    isHost ? `https://${text}` : /^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(text) ? `mailto:${text}` : text,
  )
}

/** The link that the caret stands in, or that begins the selection. */
const rangeOf = ({ state, schema }: Editor) => {
  const type = schema.marks.link
  return (type && getMarkRange(state.selection.$from, type)) ?? null
}

/** `words` replace those of the link; `name` is written where none are selected. */
const put = (editor: Editor, href: string, words: string | null, name = href) => {
  const range = rangeOf(editor)
  const link = { type: 'link', attrs: { href } }
  if (range && words !== null) {
    const { marks = [] } = editor.state.doc.resolve(range.from).nodeAfter ?? {}
    const others = marks.filter(mark => mark.type.name !== 'link').map(mark => mark.toJSON() as typeof link)
    const text = { type: 'text', text: words, marks: [...others, link] }
    return editor.chain().focus().insertContentAt(range, text).run()
  }
  const chain = editor.chain().focus().extendMarkRange('link')
  if (!editor.state.selection.empty || range) return chain.setLink({ href }).run()
  return chain.insertContent({ type: 'text', text: name, marks: [link] }).run()
}

/** Words, and the beginning of no address. */
const isName = (typed: string) => typed.trim().length > 1 && !/[/:.@]/.test(typed)

const REFUSED = 'Enter a valid web address, e-mail address or path.'

type LinkFormProps = {
  editor: Editor
  /** Takes the focus. */
  input: RefObject<HTMLInputElement | null>
  close: () => void
}

/** The address and the words of the link at the caret; for selected words an address, for nothing a link of itself. */
export const LinkForm = ({ editor, input, close }: LinkFormProps) => {
  const [was] = useState(() => {
    const range = rangeOf(editor)
    return range && { words: editor.state.doc.textBetween(range.from, range.to) }
  })
  const [address, setAddress] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [words, setWords] = useState(was?.words ?? '')
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    holdSelection(editor, true)
    return () => holdSelection(editor, false)
  }, [editor])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const href = linkOf(address)
    if (href === null) return setRefused(true)
    put(editor, href, was && words.trim() && words !== was.words ? words : null)
    close()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
      <Field label="Link to" {...(isRefused ? { error: REFUSED } : {})}>
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
      {isName(address) && (
        <LinkTargets
          editor={editor}
          words={address.trim()}
          onChoose={(href, name) => {
            put(editor, href, null, name)
            close()
          }}
        />
      )}
      {was && (
        <Field label="Text">
          <TextInput height="control" value={words} onChange={event => setWords(event.target.value)} />
        </Field>
      )}
      <div className="flex justify-end gap-1">
        {was && (
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
          {was ? 'Update link' : 'Link'}
        </Button>
      </div>
    </form>
  )
}
