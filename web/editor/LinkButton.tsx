import type { Editor } from '@tiptap/core'
import { useRef, useState } from 'react'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Popover } from '../ui/popups/Popover.tsx'
import { LinkForm } from './LinkForm.tsx'

/** A link for the selection; without one, the address itself is written. */
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
      trigger={<IconButton icon="link" label="Link" keys="mod+k" on={on} aria-pressed={on} />}
    >
      <LinkForm editor={editor} input={input} close={() => setOpen(false)} />
    </Popover>
  )
}
