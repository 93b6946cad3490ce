import type { Editor } from '@tiptap/core'
import { Button } from '../../ui/controls/Button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Banner } from '../../ui/marks/Banner.tsx'

/** A text that was taken away while it was open. Its unsent words are not lost. */
export const NotShared = ({ editor, unsaved }: { editor: Editor | null; unsaved: boolean }) => (
  <Banner
    action={
      editor &&
      unsaved && (
        <Button variant="neutral" onClick={() => void copyText(editor.getText(), 'Text')}>
          Copy the text
        </Button>
      )
    }
  >
    This text is no longer shared with you.
    {unsaved && ' Your latest changes were not saved. Copy them before you leave.'}
  </Banner>
)
