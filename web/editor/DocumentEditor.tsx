import { Collaboration } from '@tiptap/extension-collaboration'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { Placeholder } from '@tiptap/extensions'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { documentExtensions, FRAGMENT } from '#document'
import { useSession } from '../data/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { personColour } from '../ui/colours.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type DocumentConnection, type EditorPerson, openDocument, statusText } from './connection.ts'
import { Suggestions } from './suggestions.tsx'
import { BlockHandle } from './surfaces/BlockHandle.tsx'
import { BlockKeys } from './surfaces/blockKeys.ts'
import { SelectionBubble } from './surfaces/SelectionBubble.tsx'

type DocumentEditorProps = {
  /** `page.<id>` or `issue.<id>`. */
  name: string
  label: string
  placeholder: string
  look: 'page' | 'description'
  /** Takes the focus as soon as it may be typed into. */
  focus?: boolean
  onStatus: (status: string, people: EditorPerson[]) => void
  /** The editor while it may be typed into, for a toolbar elsewhere on the screen. */
  onEditor?: (editor: Editor | null) => void
}

/** Text that several people write at once. */
export const DocumentEditor = (props: DocumentEditorProps) => {
  const { me } = useSession()
  const [connection, setConnection] = useState<DocumentConnection | null>(null)
  const { name } = props
  const [id, displayName] = [me?.id ?? '', me?.display_name ?? '']
  useEffect(() => {
    const opened = openDocument(name, { id, display_name: displayName })
    setConnection(opened)
    return () => {
      setConnection(null)
      opened.close()
    }
  }, [name, id, displayName])
  return connection ? <Opened {...props} connection={connection} /> : null
}

const caret = (user: Record<string, unknown>) => {
  const element = document.createElement('span')
  element.className = 'caret'
  element.style.setProperty('--person', personColour(String(user.id)))
  const flag = document.createElement('span')
  flag.className = 'caret-flag'
  flag.textContent = String(user.name ?? '').split(' ')[0] ?? ''
  element.append(flag)
  return element
}

const Opened = ({
  connection,
  label,
  placeholder,
  look,
  focus,
  onStatus,
  onEditor,
}: DocumentEditorProps & { connection: DocumentConnection }) => {
  const state = useSnapshot(connection.state)
  const extensions = useMemo(
    () => [
      ...documentExtensions,
      Collaboration.configure({ document: connection.doc, field: FRAGMENT }),
      CollaborationCaret.configure({
        provider: connection.provider,
        user: connection.provider.awareness?.getLocalState()?.user ?? {},
        render: caret,
        selectionRender: user => ({
          class: 'caret-selection',
          style: `--person: ${personColour(String(user.id))}`,
        }),
      }),
      Placeholder.configure({ placeholder }),
      Suggestions,
      BlockKeys,
    ],
    [connection, placeholder],
  )
  const editor = useEditor(
    {
      extensions,
      editable: false,
      injectCSS: false,
      editorProps: {
        attributes: {
          class: `document ${look === 'page' ? '' : 'is-description'} outline-none`,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
        },
      },
    },
    [extensions],
  )
  const writable = state.mayWrite && state.ready && state.status !== 'refused'
  useEffect(() => {
    editor?.setEditable(writable, false)
    if (writable && focus) editor?.commands.focus('start')
  }, [editor, writable, focus])
  useEffect(() => {
    onEditor?.(writable ? editor : null)
    return () => onEditor?.(null)
  }, [editor, writable, onEditor])
  const status = statusText(state as DocumentConnection['state'])
  const people = JSON.stringify(state.people)
  useEffect(() => {
    onStatus(status, JSON.parse(people) as EditorPerson[])
  }, [status, people, onStatus])
  if (state.status === 'refused') return <Banner>This text is no longer shared with you.</Banner>
  if (!state.ready) return <Skeleton className="h-20" />
  return (
    <>
      <EditorContent editor={editor} />
      {editor && writable && (
        <>
          <SelectionBubble editor={editor} />
          <BlockHandle editor={editor} links={look === 'page'} />
        </>
      )}
    </>
  )
}
