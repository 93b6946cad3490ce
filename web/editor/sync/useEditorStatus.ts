import { useCallback, useState } from 'react'
import type { EditorPerson } from './presence.ts'

/** What the head of a screen says of the text below: whether it is stored, and who is in it. */
export const useEditorStatus = () => {
  const [shown, setShown] = useState<{ status: string; people: EditorPerson[] }>({ status: '', people: [] })
  // One function for good: the editor tells whenever it gets another.
  const onStatus = useCallback((status: string, people: EditorPerson[]) => setShown({ status, people }), [])
  return { ...shown, onStatus }
}
