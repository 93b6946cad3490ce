import { useEffect, useRef, useState } from 'react'
import { LONGEST_NOTE, privateNoteRoutes } from '#contract/planning/privateNotes.ts'
import { call } from '../../data/client.ts'
import { mutate } from '../../data/mutate.ts'
import { getRows, useRows } from '../../data/rows.ts'
import { here, useHere } from '../../data/viewer.ts'
import { TextArea } from '../../ui/controls/TextInput.tsx'
import { useSteady } from '../../ui/useSteady.ts'
import { PartHead } from '../figures.tsx'

const PAUSE_MS = 600

/** The id of a note that nothing was written in is given by the server. */
const idOf = async (workspace: string): Promise<string> => {
  const row = getRows('private_note').find(one => one.workspace === workspace)
  return row?.id ?? (await call(privateNoteRoutes.read, { params: { ws: here().slug } })).body.id
}

const write = async (workspace: string, text: string): Promise<boolean> => {
  try {
    const id = await idOf(workspace)
    const row = await mutate({
      entity: 'private_note',
      route: privateNoteRoutes.write,
      params: { ws: here().slug },
      body: { text },
      id,
      patch: { workspace, text },
      failure: 'The note was not saved.',
    })
    return row !== undefined
  } catch {
    return false
  }
}

/** A note for oneself; it is saved in a pause. */
export const PrivateNote = () => {
  const { workspaceId } = useHere()
  const stored = useRows('private_note').find(one => one.workspace === workspaceId)?.text ?? ''
  /** The typed, unstored text; null while the stored one shows. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isFailed, setFailed] = useState(false)
  const timer = useRef(0)
  const latest = useRef<string | null>(null)
  const save = useSteady(async () => {
    clearTimeout(timer.current)
    const text = latest.current
    if (text === null) return
    const isSaved = await write(workspaceId, text)
    setFailed(!isSaved)
    // Words typed meanwhile are saved in their own pause.
    if (isSaved && latest.current === text) {
      latest.current = null
      setTyped(null)
    }
  })
  useEffect(() => () => void save(), [save])
  const type = (text: string) => {
    latest.current = text
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void save(), PAUSE_MS)
  }
  return (
    <section aria-label="Private note">
      <PartHead title="Private note">
        <span role="status" className="text-12 text-ink-3">
          {isFailed ? 'Not saved' : typed !== null ? 'Saving…' : stored ? 'Saved' : ''}
        </span>
      </PartHead>
      <TextArea
        aria-label="Private note"
        placeholder="Only you see this."
        maxLength={LONGEST_NOTE}
        value={typed ?? stored}
        onChange={event => type(event.target.value)}
        onBlur={() => void save()}
        className="!text-13 max-h-60 min-h-20 overflow-y-auto"
      />
    </section>
  )
}
