import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { Page } from '#contract/text/pages.ts'
import { type ExportKind, exportText, type PageSize, pageSizes } from '../editor/export/export.ts'
import { pageName } from '../editor/pageNames.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'

const kinds: { id: ExportKind; label: string }[] = [
  { id: 'pdf', label: 'PDF' },
  { id: 'markdown', label: 'Markdown' },
  { id: 'html', label: 'HTML' },
]
const sizes = pageSizes.map(id => ({ id, label: id[0]?.toUpperCase() + id.slice(1) }))

/** A page as a file. */
export const ExportPage = ({
  page,
  editor,
  onClose,
}: {
  page: Page
  editor: Editor
  onClose: () => void
}) => {
  const [kind, setKind] = useState<ExportKind>('pdf')
  const [size, setSize] = useState<PageSize>('A4')
  const [images, setImages] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    const options = { title: pageName(page), project: page.project_id, images, size }
    // The dialog is gone from the paper first.
    if (kind === 'pdf') {
      onClose()
      return void setTimeout(() => void exportText(editor, kind, options), 100)
    }
    setBusy(true)
    const isDone = await exportText(editor, kind, options)
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title="Export"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void run()}>
            {kind === 'pdf' ? 'Print or save' : 'Download'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented label="Format" parts={kinds} value={kind} onChange={next => setKind(next)} />
        {kind === 'pdf' && (
          <Segmented label="Paper" parts={sizes} value={size} onChange={next => setSize(next)} />
        )}
        <Checkbox checked={images} onChange={setImages} label="With images">
          With images
        </Checkbox>
      </div>
    </Dialog>
  )
}
