import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Page } from '#contract/pages.ts'
import { useRow } from '../data/rows.ts'
import { useDraft } from '../data/useDraft.ts'
import { may } from '../data/viewer.ts'
import { DocumentEditor } from '../editor/DocumentEditor.tsx'
import { EditorToolbar } from '../editor/EditorToolbar.tsx'
import { useEditorStatus } from '../editor/useEditorStatus.ts'
import { projectLook } from '../projects/look.ts'
import { Header } from '../shell/Header.tsx'
import { NotFound } from '../shell/NotFound.tsx'
import { useTitle } from '../workspaces/title.ts'
import { renameOnLeave, renamePage } from './pageActions.ts'

const AUTOSAVE_MS = 2_000

export const PageScreen = () => {
  const { slug = '', projectId = '', pageId = '' } = useParams()
  const page = useRow('page', pageId)
  const project = useRow('project', projectId)
  const { status, people, onStatus } = useEditorStatus()
  const [editor, setEditor] = useState<Editor | null>(null)
  const [titled, setTitled] = useState(false)
  useTitle(page ? page.name || 'Untitled' : 'Page', project?.name)
  const pages = `/${slug}/projects/${projectId}/pages`
  if (!page || !project)
    return (
      <NotFound
        title="No such page"
        text="It was deleted, or it is not shared with you."
        back={{ label: 'All pages', href: pages }}
      />
    )
  const mayWrite =
    may('page.update', page, { workspace: page.workspace, project: projectId }) &&
    !page.is_locked &&
    !page.archived_at
  return (
    <>
      <Header
        project={{ ...projectLook(project), href: `/${slug}/projects/${projectId}/issues` }}
        crumbs={[{ label: 'Pages', href: pages }]}
        section={page.name || 'Untitled'}
        status={status}
        people={people}
      />
      {editor && (
        <EditorToolbar editor={editor} onMention={() => editor.chain().focus().insertContent('@').run()} />
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="mx-auto w-full max-w-170 flex-1 px-4 pt-6 pb-40 md:px-0">
          <Title
            key={page.id}
            page={page}
            readOnly={!mayWrite}
            onDone={() => setTitled(true)}
            onBack={() => setTitled(false)}
          />
          <DocumentEditor
            key={page.id}
            name={`page.${page.id}`}
            label="Text of the page"
            look="page"
            focus={titled}
            placeholder={mayWrite ? "Press '/' for commands..." : ''}
            onStatus={onStatus}
            onEditor={setEditor}
          />
        </div>
      </div>
    </>
  )
}

/** Saved two seconds after the last key, on leaving the field, and when the tab closes. */
type TitleProps = { page: Page; readOnly: boolean; onDone: () => void; onBack: () => void }

const Title = ({ page, readOnly, onDone, onBack }: TitleProps) => {
  const { draft, setDraft, flush } = useDraft({
    delay: AUTOSAVE_MS,
    save: text => {
      if (text.trim() !== page.name) void renamePage(page, text.trim())
    },
    saveOnLeave: text => {
      if (text.trim() !== page.name) renameOnLeave(page, text.trim())
    },
  })
  return (
    <textarea
      aria-label="Title"
      placeholder="Untitled"
      className="field-sizing-content mb-2 w-full resize-none bg-transparent font-semibold text-30 outline-none placeholder:text-ink-3"
      rows={1}
      maxLength={255}
      readOnly={readOnly}
      value={draft ?? page.name}
      onChange={event => setDraft(event.target.value.replace(/\n/g, ' '))}
      onBlur={flush}
      onFocus={onBack}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        flush()
        onDone()
      }}
    />
  )
}
