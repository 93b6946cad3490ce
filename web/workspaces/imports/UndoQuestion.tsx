import { useState } from 'react'
import type { Import } from '#contract/workspace/imports.ts'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { counted, nounOf } from './importWords.ts'
import { importActs, useWholeImport } from './useImports.ts'

type UndoQuestionProps = { slug: string; row: Import; onClose: () => void }

/** Asks once, and says what stays. */
export const UndoQuestion = ({ slug, row, onClose }: UndoQuestionProps) => {
  const { whole } = useWholeImport(slug, row.id)
  const [isBusy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    if (await importActs(slug, row.id).act('undo')) onClose()
    else setBusy(false)
  }
  const edited = whole?.edited_since ?? 0
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Undo this import?"
      text={
        edited > 0
          ? `All that came is taken out, but for ${counted(edited, ...nounOf(row.source))} edited here since: these stay as they are now.`
          : row.source === 'pages'
            ? 'All that came is taken out: pages with their pictures and files.'
            : 'All that came is taken out, and issues that were here before get their former values back.'
      }
      actions={
        <Answers onCancel={onClose} busy={isBusy} disabled={whole === null} onClick={() => void undo()}>
          Undo import
        </Answers>
      }
    />
  )
}
