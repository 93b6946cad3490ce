import { useCallback, useState } from 'react'
import type { EditorPerson } from './presence.ts'

/** The head of a screen about its text: whether it is stored, and who has it open. */
export const useEditorStatus = () => {
  const [shown, setShown] = useState<{ status: string; people: EditorPerson[] }>({ status: '', people: [] })
  // One function for good: the editor says whenever it gets another.
  const onStatus = useCallback((status: string, people: EditorPerson[]) => setShown({ status, people }), [])
  return { ...shown, onStatus }
}
