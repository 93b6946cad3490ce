import { useState } from 'react'
import { type PageFormat, pageFileRoutes } from '#contract/text/pageFiles.ts'
import type { Page } from '#contract/text/pages.ts'
import { here } from '../data/viewer.ts'
import type { OpenText } from '../editor/DocumentEditor.tsx'
import { type PageSize, pageSizes, printText } from '../editor/export/export.ts'
import { pageName } from '../editor/pageNames.ts'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { downloadFrom } from '../ui/download.ts'
import { Answers } from '../ui/popups/Answers.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { toast } from '../ui/popups/Toast.tsx'

const kinds: { id: PageFormat | 'pdf'; label: string }[] = [
  { id: 'pdf', label: 'PDF' },
  { id: 'markdown', label: 'Markdown' },
  { id: 'html', label: 'HTML' },
]
const sizes = pageSizes.map(id => ({ id, label: id[0]?.toUpperCase() + id.slice(1) }))

const LONGEST_WAIT_MS = 5_000
const LOOK_MS = 50
/** Waits for the last words to be stored: the server writes the file. Answers whether they are. */
const isStored = async ({ connection: { state } }: OpenText): Promise<boolean> => {
  const end = Date.now() + LONGEST_WAIT_MS
  const is = () => state.status === 'connected' && state.waiting === 0
  while (!is() && state.online && Date.now() < end) await new Promise(resolve => setTimeout(resolve, LOOK_MS))
  return is()
}

/** A page as a file. */
export const ExportPage = ({ page, open, onClose }: { page: Page; open: OpenText; onClose: () => void }) => {
  const [kind, setKind] = useState<PageFormat | 'pdf'>('pdf')
  const [size, setSize] = useState<PageSize>('A4')
  const [images, setImages] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    // The dialog is gone from the paper first.
    if (kind === 'pdf') {
      onClose()
      return void setTimeout(() => printText(pageName(page), { size, images }), 100)
    }
    setBusy(true)
    const isReady = await isStored(open)
    setBusy(false)
    if (!isReady) return toast.failure('The page was not exported. The server could not be reached.')
    const place = pageFileRoutes.ofPage.path
      .replace(':ws', here().slug)
      .replace(':p', page.project_id)
      .replace(':pageId', page.id)
    downloadFrom(`${place}?${new URLSearchParams({ format: kind, images: String(images) })}`)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={isOpen => isOpen || onClose()}
      title="Export"
      actions={
        <Answers onCancel={onClose} busy={isBusy} onClick={() => void run()}>
          {kind === 'pdf' ? 'Print or save' : 'Download'}
        </Answers>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented label="Format" parts={kinds} value={kind} onChange={setKind} />
        {kind === 'pdf' && (
          <Segmented label="Paper" parts={sizes} value={size} onChange={next => setSize(next)} />
        )}
        <Checkbox checked={images} onChange={setImages} label="With images">
          With images
        </Checkbox>
        {kind !== 'pdf' && (
          <p className="text-12 text-ink-3">
            A page with images or files comes as an archive that holds them, too.
          </p>
        )}
      </div>
    </Dialog>
  )
}
