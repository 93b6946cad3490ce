import { type ReactNode, useEffect, useState } from 'react'
import { readKept, writeKept } from '../data/texts/keptWords.ts'
import { type FilePlace, withFiles } from '../data/texts/textFiles.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { CommentEditor, isBlankHtml } from './CommentEditor.tsx'

/** Sent from a place, and not answered yet: to be kept as long as that may fail, but not to be shown for writing. */
const underWay = new Map<string, string>()

type CommentBoxProps = {
  /** Under which name its words are kept on this machine until the server has them. */
  place: string
  label: string
  placeholder: string
  images: FilePlace
  /** False when it was refused: the words are then their writer’s to keep. */
  onSend: (html: string) => Promise<boolean>
  /** Open from the beginning, with the focus. */
  focus?: boolean
  onEscape?: () => void
  /** Beside the button that sends. */
  children?: ReactNode
}

/** Where people talk: a line until someone begins to write. */
export const CommentBox = ({
  place,
  label,
  placeholder,
  images,
  onSend,
  focus,
  onEscape,
  children,
}: CommentBoxProps) => {
  const [html, setHtml] = useState(() => (underWay.has(place) ? '' : readKept(place)))
  const [open, setOpen] = useState<'asked' | 'kept' | null>(focus ? 'asked' : html === '' ? null : 'kept')
  useEffect(() => writeKept(place, html || (underWay.get(place) ?? '')), [place, html])
  const isBlank = isBlankHtml(html)
  const send = () => {
    const text = isBlank ? null : withFiles(html)
    if (text === null) return
    underWay.set(place, html)
    setHtml('')
    void onSend(text).then(isSent => {
      underWay.delete(place)
      if (isSent && readKept(place) === html) writeKept(place, '')
      // Refused: back it goes, unless something else was begun.
      if (!isSent) setHtml(now => now || html)
    })
  }
  return (
    <div data-writing className="overflow-clip rounded-card bg-sunken shadow-[0_0_0_1px_var(--edge)]">
      {open ? (
        <CommentEditor
          label={label}
          placeholder={placeholder}
          focus={open === 'asked'}
          html={html}
          images={images}
          onChange={setHtml}
          onSend={send}
          onEscape={() => {
            if (isBlank) setOpen(null)
            if (isBlank && onEscape) onEscape()
            else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          }}
        >
          {children}
          <IconButton
            icon="arrow-up"
            filled
            label="Send"
            keys="mod+enter"
            disabled={isBlank}
            onClick={send}
          />
        </CommentEditor>
      ) : (
        <button
          type="button"
          onClick={() => setOpen('asked')}
          className="flex h-11 w-full items-center rounded-card px-3 text-left text-ink-3"
        >
          {placeholder}
        </button>
      )}
    </div>
  )
}
