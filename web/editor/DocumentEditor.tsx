import { Collaboration } from '@tiptap/extension-collaboration'
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import { Placeholder } from '@tiptap/extensions'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { FRAGMENT } from '#document'
import { useSession } from '../data/session.ts'
import type { FilePlace } from '../data/texts/textFiles.ts'
import { personColour } from '../ui/colours.ts'
import { useLeaveGuard } from '../ui/leaveGuard.ts'
import { TextSkeleton } from '../ui/marks/Skeleton.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { takeTyped } from '../ui/popups/typeAhead.tsx'
import { richBlocks } from './blocks/richBlocks.ts'
import { TableTools } from './blocks/table/TableTools.tsx'
import { TOGGLE } from './blocks/toggleView.ts'
import { Suggestions } from './suggestions/suggestions.tsx'
import { BlockHandle } from './surfaces/BlockHandle.tsx'
import { BlockKeys } from './surfaces/blockKeys.ts'
import { Find } from './surfaces/find.ts'
import { LinkCard } from './surfaces/LinkCard.tsx'
import { SelectionBubble } from './surfaces/SelectionBubble.tsx'
import { ThreadMarks } from './surfaces/threadMarks.ts'
import { caretOf, followCarets } from './sync/carets.ts'
import { type DocumentConnection, openDocument } from './sync/connection.ts'
import { NotShared } from './sync/NotShared.tsx'
import type { EditorPerson } from './sync/presence.ts'
import { sendShortened } from './sync/sendTexts.ts'
import { statusText } from './sync/statusText.ts'
import { useFallbackKeys } from './useFallbackKeys.ts'
import '../style/carets.css'

/** An open text: its editor, and its line to the others. */
export type OpenText = { editor: Editor; connection: DocumentConnection }

type DocumentEditorProps = {
  /** `page.<id>` or `issue.<id>`. */
  name: string
  label: string
  placeholder: string
  look: 'page' | 'description'
  /** The noun that owns images put into it. */
  images: FilePlace
  /** Takes the focus as soon as it may be typed into. */
  focus?: boolean
  onStatus?: (status: string, people: EditorPerson[]) => void
  /** Begins a thread on the words that are selected; missing where there are none, or not for this person. */
  onComment?: (() => void) | undefined
  /** For what is elsewhere on the screen: toolbar, outline, people. */
  onOpen?: (open: OpenText | null) => void
  /** Instead of the text before it has come. */
  meanwhile?: ReactNode
}

/** Text that several people write at once. */
export const DocumentEditor = (props: DocumentEditorProps) => {
  const { me } = useSession()
  const [connection, setConnection] = useState<DocumentConnection | null>(null)
  const { name } = props
  const [id, displayName] = [me?.id ?? '', me?.display_name ?? '']
  useEffect(() => {
    const opened = openDocument(
      name,
      { id, display_name: displayName },
      {
        onMerged: () => toast.fact('Your offline changes were added.'),
        onShortened: () => void sendShortened(name, { id, display_name: displayName }).then(opened.comeAgain),
        onRestored: who => toast.fact(`${who} has restored an earlier version.`),
      },
    )
    setConnection(opened)
    return () => {
      setConnection(null)
      opened.close()
    }
  }, [name, id, displayName])
  return connection ? <Opened {...props} connection={connection} /> : props.meanwhile
}

const Opened = ({
  connection,
  label,
  placeholder,
  look,
  images,
  focus,
  onStatus,
  onOpen,
  onComment,
  meanwhile,
}: DocumentEditorProps & { connection: DocumentConnection }) => {
  const state = useSnapshot(connection.state)
  // Offline edits are kept in this browser anyway.
  useLeaveGuard(
    () => state.status === 'connected' && connection.state.mayWrite && connection.state.waiting > 0,
  )
  useFallbackKeys(connection)
  const place = useRef(images)
  place.current = images
  const extensions = useMemo(
    () => [
      ...richBlocks(() => place.current, { takesAll: look === 'page' }),
      Collaboration.configure({ document: connection.doc, field: FRAGMENT }),
      CollaborationCaret.configure({
        provider: connection.provider,
        user: connection.provider.awareness?.getLocalState()?.user ?? {},
        render: caretOf,
        selectionRender: user => ({
          class: 'caret-selection',
          style: `--person: ${personColour(String(user.id))}`,
        }),
      }),
      // The line of a toggle has words of its own.
      Placeholder.configure({ placeholder: ({ node }) => (node.type.name === TOGGLE ? '' : placeholder) }),
      Suggestions,
      BlockKeys,
      Find,
      ...(look === 'page' ? [ThreadMarks] : []),
    ],
    [connection, placeholder, look],
  )
  const editor = useEditor(
    {
      extensions,
      editable: false,
      injectCSS: false,
      // Of what is pasted only addresses are read once more: the rest was Markdown, or was not meant to be.
      enablePasteRules: ['link'],
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
    if (!writable) editor?.view.dom.blur()
    if (!writable || !focus || !editor) return
    // At once: the library's own command waits a frame, in which keys would go astray.
    editor.commands.setTextSelection(0)
    editor.view.focus()
    const typed = takeTyped()
    if (typed) editor.commands.insertContent({ type: 'text', text: typed })
  }, [editor, writable, focus])
  useEffect(() => {
    if (!editor || !state.ready) return
    onOpen?.({ editor, connection })
    const stop = followCarets(editor, connection)
    return () => {
      stop()
      onOpen?.(null)
    }
  }, [editor, connection, state.ready, onOpen])
  const status = statusText(state as DocumentConnection['state'])
  const people = JSON.stringify(state.people)
  useEffect(() => {
    onStatus?.(status, JSON.parse(people) as EditorPerson[])
  }, [status, people, onStatus])
  if (state.status === 'refused') return <NotShared editor={editor} unsaved={state.waiting > 0} />
  if (!state.ready) return meanwhile ?? <TextSkeleton />
  return (
    <>
      <EditorContent editor={editor} />
      {editor && (writable || onComment) && <SelectionBubble editor={editor} onComment={onComment} />}
      {editor && writable && (
        <>
          <LinkCard editor={editor} />
          <TableTools editor={editor} />
          <BlockHandle editor={editor} links={look === 'page'} />
        </>
      )}
    </>
  )
}
