import type { Editor } from '@tiptap/core'
import { lastCallout } from '../blocks/callout.ts'
import { chooseFiles } from '../blocks/files.ts'
import { insertTable } from '../blocks/table/insertTable.ts'
import { turnInto } from '../surfaces/blockTypes.ts'
import { isDocument } from '../sync/isDocument.ts'
import { colourChoices } from './colourChoices.tsx'
import { askForEmoji } from './emojiChoices.tsx'
import { issueChoices } from './issueChoices.tsx'
import type { Choices, SlashChoice } from './SlashMenu.tsx'

const heading = (level: 1 | 2 | 3 | 4 | 5 | 6): SlashChoice => ({
  id: `h${level}`,
  label: `Heading ${level}`,
  icon: `heading-${level}`,
  words: ['title', `h${level}`],
  hint: '#'.repeat(level),
  run: (editor, range) => editor.chain().focus().deleteRange(range).setNode('heading', { level }).run(),
})

/** `ofDocuments`: comments have none. */
const blocks: readonly (SlashChoice & { ofDocuments?: boolean })[] = [
  {
    id: 'text',
    label: 'Text',
    icon: 'a-large-small',
    words: ['paragraph', 'plain'],
    run: (editor, range) => editor.chain().focus().deleteRange(range).setParagraph().run(),
  },
  heading(1),
  heading(2),
  heading(3),
  {
    id: 'todo',
    label: 'To-do list',
    icon: 'list-checks',
    words: ['todo', 'task', 'checkbox', 'checklist', 'check'],
    hint: '[ ]',
    run: (editor, range) =>
      editor.chain().focus().deleteRange(range).toggleList('taskList', 'taskItem').run(),
  },
  {
    id: 'bullets',
    label: 'Bulleted list',
    icon: 'list',
    words: ['bullet points', 'unordered list', 'ul'],
    hint: '-',
    run: (editor, range) => editor.chain().focus().deleteRange(range).toggleBulletList().run(),
  },
  {
    id: 'numbers',
    label: 'Numbered list',
    icon: 'list-ordered',
    words: ['ordered list', 'ol', 'numbers'],
    hint: '1.',
    run: (editor, range) => editor.chain().focus().deleteRange(range).toggleOrderedList().run(),
  },
  {
    id: 'quote',
    label: 'Quote',
    icon: 'quote',
    words: ['blockquote', 'citation'],
    hint: '>',
    run: (editor, range) => editor.chain().focus().deleteRange(range).toggleBlockquote().run(),
  },
  {
    id: 'code',
    label: 'Code',
    icon: 'code',
    words: ['code block', 'snippet', 'pre'],
    hint: '```',
    run: (editor, range) => editor.chain().focus().deleteRange(range).toggleCodeBlock().run(),
  },
  {
    id: 'table',
    label: 'Table',
    icon: 'table',
    words: ['grid', 'rows and columns'],
    hint: '3 × 3',
    run: (editor, range) => insertTable(editor.chain().focus().deleteRange(range)).run(),
  },
  {
    id: 'image',
    label: 'Image',
    icon: 'image',
    words: ['img', 'picture', 'photo', 'screenshot'],
    run: (editor, range) => {
      editor.chain().focus().deleteRange(range).run()
      chooseFiles(editor, 'image')
    },
  },
  {
    id: 'file',
    label: 'File',
    icon: 'paperclip',
    words: ['attachment', 'upload', 'document', 'pdf'],
    run: (editor, range) => {
      editor.chain().focus().deleteRange(range).run()
      chooseFiles(editor, 'file')
    },
  },
  {
    id: 'callout',
    label: 'Callout',
    icon: 'triangle-alert',
    words: ['note', 'warning', 'info', 'tip', 'alert'],
    run: (editor, range) =>
      editor
        .chain()
        .focus()
        .deleteRange(range)
        .insertContent({ type: 'calloutComponent', attrs: lastCallout(), content: [{ type: 'paragraph' }] })
        .run(),
  },
  {
    id: 'toggle',
    label: 'Toggle',
    icon: 'list-collapse',
    words: ['details', 'collapse', 'accordion', 'fold'],
    ofDocuments: true,
    run: (editor, range) => {
      editor.chain().focus().deleteRange(range).run()
      turnInto(editor, 'details')
    },
  },
  {
    id: 'contents',
    label: 'Table of contents',
    icon: 'table-of-contents',
    words: ['toc', 'outline', 'headings'],
    ofDocuments: true,
    run: (editor, range) =>
      editor.chain().focus().deleteRange(range).insertContent({ type: 'tableOfContents' }).run(),
  },
  {
    id: 'date',
    label: 'Date',
    icon: 'calendar',
    words: ['today', 'tomorrow'],
    hint: '@',
    run: (editor, range) => editor.chain().focus().deleteRange(range).insertContent('@today').run(),
  },
  {
    id: 'divider',
    label: 'Divider',
    icon: 'minus',
    words: ['hr', 'line', 'rule', 'separator'],
    hint: '---',
    run: (editor, range) => editor.chain().focus().deleteRange(range).setHorizontalRule().run(),
  },
  {
    id: 'emoji',
    label: 'Emoji',
    icon: 'smile-plus',
    words: ['smiley', 'emoticon'],
    hint: ':',
    run: (editor, range) => {
      askForEmoji()
      editor.chain().focus().deleteRange(range).insertContent(':').run()
    },
  },
  {
    id: 'mention',
    label: 'Mention someone',
    icon: 'at-sign',
    words: ['person', 'people', 'user'],
    hint: '@',
    run: (editor, range) => editor.chain().focus().deleteRange(range).insertContent('@').run(),
  },
  // Hardly ever wanted, so they are below all that is.
  heading(4),
  heading(5),
  heading(6),
]

const RECENT = 'tandem.editor.recent'
const MOST_RECENT = 3
const recentIds = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? '[]')
  } catch {
    return []
  }
}
const remembered = (choice: SlashChoice): SlashChoice => ({
  ...choice,
  run: (editor, range) => {
    const ids = [choice.id, ...recentIds().filter(id => id !== choice.id)].slice(0, MOST_RECENT)
    localStorage.setItem(RECENT, JSON.stringify(ids))
    choice.run(editor, range)
  },
})

/** The choices of a slash: recent ones first, then every block; words also find an issue of that key, and issues by name. */
export const insertChoices = (query: string, editor: Editor): Choices => {
  const ids = query ? [] : recentIds()
  const offered = isDocument(editor) ? blocks : blocks.filter(one => !one.ofDocuments)
  const recent = ids.flatMap(id => offered.find(one => one.id === id) ?? [])
  const others = offered.filter(one => !recent.includes(one))
  const sorted =
    recent.length > 0
      ? [
          ...recent.map(one => ({ ...one, section: 'Recent' })),
          ...others.map(one => ({ ...one, section: 'Insert' })),
        ]
      : others
  const things = issueChoices(query, editor)
  const now = [...sorted.map(remembered), ...colourChoices(query), ...things.now]
  return { now, ...(things.more ? { more: things.more } : {}) }
}
