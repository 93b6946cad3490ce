import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Link } from 'react-router'
import type { Page } from '#contract/text/pages.ts'
import { useRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { momentText, sinceText } from '../ui/dates/day-words.ts'
import { Avatar } from '../ui/marks/Avatar.tsx'

const WORDS_A_MINUTE = 200

/** Seconds below a minute, whole minutes from there on. */
export const readingText = (words: number) => {
  const seconds = Math.ceil((words / WORDS_A_MINUTE) * 60)
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

export const countsOf = (editor: Editor) => {
  const text = editor.state.doc.textBetween(0, editor.state.doc.content.size, '\n', ' ')
  let paragraphs = 0
  editor.state.doc.descendants(node => {
    if (node.isTextblock && node.content.size > 0) paragraphs += 1
  })
  return {
    words: text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}’'-]*/gu)?.length ?? 0,
    characters: [...text.replace(/\n/g, '')].length,
    paragraphs,
  }
}

const Line = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex h-7 items-center gap-2">
    <dt className="w-26 flex-none text-ink-3">{label}</dt>
    <dd className="num flex min-w-0 items-center gap-1.5">{children}</dd>
  </div>
)

const Who = ({ id, at }: { id: string | null; at: string }) => {
  const person = useRow('user', id)
  return (
    <>
      {person && (
        <Link
          to={to('person', { slug: here().slug, personId: person.id })}
          className="flex min-w-0 items-center gap-1.5 hover:underline"
        >
          <Avatar person={person} size={16} silent />
          <span className="cut">{person.display_name}</span>
        </Link>
      )}
      <time dateTime={at} title={momentText(at)} className="flex-none text-ink-3">
        {sinceText(at)}
      </time>
    </>
  )
}

/** The length of the text, and its authors. */
export const PageInfo = ({ page, editor }: { page: Page; editor: Editor }) => {
  const counts = useEditorState({ editor, selector: ({ editor: now }) => countsOf(now) })
  return (
    <dl>
      <Line label="Words">{counts.words.toLocaleString()}</Line>
      <Line label="Characters">{counts.characters.toLocaleString()}</Line>
      <Line label="Paragraphs">{counts.paragraphs.toLocaleString()}</Line>
      <Line label="Reading time">{readingText(counts.words)}</Line>
      <Line label="Edited by">
        <Who id={page.updated_by ?? page.created_by} at={page.updated_at} />
      </Line>
      <Line label="Created by">
        <Who id={page.created_by} at={page.created_at} />
      </Line>
    </dl>
  )
}
