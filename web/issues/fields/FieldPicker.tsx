import { useRow } from '../../data/rows.ts'
import { later } from '../../ui/popups/later.tsx'
import { ExpectTyping } from '../../ui/popups/typeAhead.tsx'
import type { EditedField } from './fields.ts'

const Loaded = later(() => import('./LoadedFieldPicker.tsx').then(module => module.LoadedFieldPicker), 'soon')

/** `also`: others that get the same, when several are selected. */
export type Editing = { issueId: string; also?: readonly string[]; field: EditedField; anchor: Element }
type FieldPickerProps = { editing: Editing | null; onClose: () => void }

/** The picker of one field, beside what was clicked or focused; the same for rows, cards and the open issue. */
export const FieldPicker = ({ editing, onClose }: FieldPickerProps) => {
  const issue = useRow('issue', editing?.issueId)
  if (!editing || !issue) return null
  return <Loaded editing={editing} issue={issue} onClose={onClose} meanwhile={<ExpectTyping />} />
}
