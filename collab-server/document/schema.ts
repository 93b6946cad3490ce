/** The document schema, without React and without a DOM: the blocks and marks that a text may hold, here and on the wire. */
import { type AnyExtension, getSchema, Mark, mergeAttributes, Node } from '@tiptap/core'
import { Code } from '@tiptap/extension-code'
import { ListItem, TaskItem, TaskList } from '@tiptap/extension-list'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyle } from '@tiptap/extension-text-style'
import { StarterKit } from '@tiptap/starter-kit'
import { address, plain, safeUrl } from './attributes.ts'
import { tableExtensions } from './cells.ts'
import { FileComponent } from './fileBlock.ts'
import { TableOfContents } from './headings.ts'
import { Image, ImageComponent } from './images.ts'
import { Details, DetailsSummary } from './toggle.ts'

/** Raise it with every new node, mark or attribute, and say in `SINCE` what has come. */
export const SCHEMA_VERSION = 6
/** Of what came after the first number (an attribute behind its node; `first`: it begins with a block that is no paragraph), with which: a client that states a lower one only reads a text that holds it. */
export const SINCE: ReadonlyMap<string, number> = new Map([
  ['details', 2],
  ['detailsSummary', 2],
  ['imageComponent caption', 3],
  ['image caption', 3],
  ['fileComponent', 4],
  ['tableOfContents', 5],
  ['listItem first', 6],
  ['taskItem first', 6],
])
/** Name of the Yjs fragment that holds the text. */
export const FRAGMENT = 'default'

/** A person, page or issue named in the text. */
export const MentionNode = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    ...plain('id', 'label', 'target', 'self', 'entity_name', 'entity_identifier'),
    ...address('redirect_uri'),
  }),
  parseHTML: () => [{ tag: 'mention-component' }],
  renderHTML: ({ HTMLAttributes }) => ['mention-component', HTMLAttributes],
  renderText: ({ node }) => `@${node.attrs.label ?? ''}`,
})

const CALLOUT = [
  'data-logo-in-use',
  'data-emoji-unicode',
  'data-emoji-url',
  'data-icon-name',
  'data-icon-color',
  'data-background',
]
const Callout = Node.create({
  name: 'calloutComponent',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => plain(...CALLOUT),
  parseHTML: () => [{ tag: 'div[data-block-type="callout-component"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-block-type': 'callout-component' }),
    0,
  ],
})

const IssueEmbed = Node.create({
  name: 'issue-embed-component',
  group: 'block',
  atom: true,
  addAttributes: () =>
    plain('entity_identifier', 'project_identifier', 'workspace_identifier', 'id', 'entity_name'),
  parseHTML: () => [{ tag: 'issue-embed-component' }],
  renderHTML: ({ HTMLAttributes }) => ['issue-embed-component', HTMLAttributes],
})

const CustomColor = Mark.create({
  name: 'customColor',
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute('data-text-color'),
      renderHTML: (attributes: Record<string, unknown>) =>
        attributes.color ? { 'data-text-color': attributes.color } : {},
    },
    backgroundColor: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute('data-background-color'),
      renderHTML: (attributes: Record<string, unknown>) =>
        attributes.backgroundColor ? { 'data-background-color': attributes.backgroundColor } : {},
    },
  }),
  parseHTML: () => [{ tag: 'span[data-text-color]' }, { tag: 'span[data-background-color]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

const ALIGNMENTS = ['left', 'center', 'right', 'justify']
// By the words of the attribute: a browser that may not apply styles from a text has none to read.
const sideOf = (element: HTMLElement) => {
  const side =
    /text-align:\s*(\w+)/i.exec(element.getAttribute('style') ?? '')?.[1] ?? element.getAttribute('align')
  return side && ALIGNMENTS.includes(side.toLowerCase()) ? side.toLowerCase() : null
}
const Alignment = TextAlign.extend({
  // The value becomes a style: an editor's update may hold anything under this name.
  addGlobalAttributes() {
    return (this.parent?.() ?? []).map(group => ({
      ...group,
      attributes: Object.fromEntries(
        Object.entries(group.attributes).map(([name, attribute]) => [
          name,
          {
            ...attribute,
            parseHTML: sideOf,
            renderHTML: (given: Record<string, unknown>) =>
              ALIGNMENTS.includes(given.textAlign as string)
                ? { style: `text-align: ${given.textAlign}` }
                : {},
          },
        ]),
      ),
    }))
  },
})

// Its own part alone: where items are within items, each would look through all of them.
const contentOfTask = (item: globalThis.Node): HTMLElement =>
  (Array.from(item.childNodes).find(({ nodeName }) => nodeName === 'DIV') ?? item) as HTMLElement

/** Every node and mark of the vocabulary. History is left out: undo belongs to the shared document. */
export const documentExtensions: AnyExtension[] = [
  StarterKit.configure({
    undoRedo: false,
    trailingNode: false,
    code: false,
    listItem: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      isAllowedUri: url => safeUrl(url) !== null,
      HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
    },
  }),
  // Of itself alone: a link, a bold or a struck word may be code.
  Code.extend({ excludes: 'code' }),
  ListItem.extend({ content: 'block+' }),
  TaskList,
  TaskItem.extend({
    content: 'block+',
    parseHTML() {
      return (this.parent?.() ?? []).map(rule => ({ ...rule, contentElement: contentOfTask }))
    },
  }).configure({ nested: true }),
  ...tableExtensions,
  Alignment.configure({ types: ['heading', 'paragraph'], alignments: ALIGNMENTS }),
  TextStyle,
  CustomColor,
  Image,
  ImageComponent,
  FileComponent,
  TableOfContents,
  MentionNode,
  Callout,
  IssueEmbed,
  Details,
  DetailsSummary,
]

export const documentSchema = getSchema(documentExtensions)
