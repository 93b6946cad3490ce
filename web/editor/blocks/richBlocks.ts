/** The vocabulary as it is edited: its blocks with their looks and actions. */
import { type AnyExtension, Extension, Mark, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { documentExtensions } from '#document'
import '../../style/text.css'
import { MarkdownPaste } from '../paste/markdownPaste.ts'
import { NamedThings } from '../paste/namedThings.ts'
import { PastedFiles } from '../paste/pastedFiles.ts'
import { PastedText } from '../paste/pastedText.ts'
import { HeldSelection } from '../surfaces/heldSelection.ts'
import { Highlight } from '../surfaces/highlight.ts'
import { BlockControl } from './blockControl.ts'
import { CalloutBlock } from './CalloutBlock.tsx'
import { ContentsBlock } from './ContentsBlock.tsx'
import { CodeBlock } from './code/CodeBlock.tsx'
import { CodeHighlight } from './code/codeHighlight.ts'
import { FileBlock } from './FileBlock.tsx'
import { Files, type PlaceOfFiles } from './files.ts'
import { IssueEmbed } from './IssueEmbed.tsx'
import { ImageBlock } from './image/ImageBlock.tsx'
import { PlainImage } from './image/PlainImage.tsx'
import { ListsOfWords } from './listsOfWords.ts'
import { MentionChip } from './MentionChip.tsx'
import { Replacements } from './replacements.ts'
import { Edges } from './table/edges.ts'
import { editedTable } from './table/table.ts'
import { WideTables } from './table/wideTables.ts'
import { Toggles } from './toggle.ts'
import { lineView, toggleView } from './toggleView.ts'

/** Editable forms by node name, in place of the plain ones. */
const edited: Record<string, (plain: Node) => Node> = {
  imageComponent: plain =>
    plain.extend({ draggable: true, addNodeView: () => ReactNodeViewRenderer(ImageBlock) }),
  tableOfContents: plain =>
    plain.extend({ draggable: true, addNodeView: () => ReactNodeViewRenderer(ContentsBlock) }),
  fileComponent: plain =>
    plain.extend({ draggable: true, addNodeView: () => ReactNodeViewRenderer(FileBlock) }),
  image: plain => plain.extend({ draggable: true, addNodeView: () => ReactNodeViewRenderer(PlainImage) }),
  codeBlock: plain =>
    plain
      .extend({ addNodeView: () => ReactNodeViewRenderer(CodeBlock, { contentDOMElementTag: 'span' }) })
      .configure({ enableTabIndentation: true, tabSize: 2 }),
  table: editedTable,
  mention: plain => plain.extend({ addNodeView: () => ReactNodeViewRenderer(MentionChip, { as: 'span' }) }),
  'issue-embed-component': plain =>
    plain.extend({ draggable: true, addNodeView: () => ReactNodeViewRenderer(IssueEmbed) }),
  detailsSummary: plain => plain.extend({ addNodeView: () => lineView }),
  details: plain => plain.extend({ addNodeView: () => toggleView }),
  calloutComponent: plain => plain.extend({ addNodeView: () => ReactNodeViewRenderer(CalloutBlock) }),
}

const withEditing = (plain: AnyExtension): AnyExtension => {
  // Words typed behind a link are no part of it.
  if (plain instanceof Mark) return plain.name === 'link' ? plain.extend({ inclusive: false }) : plain
  if (plain instanceof Node) return edited[plain.name]?.(plain) ?? plain
  if (plain.name !== 'starterKit' || !(plain instanceof Extension)) return plain
  // Some of the vocabulary comes in one piece.
  return plain.extend({
    addExtensions() {
      return (this.parent?.() ?? []).map(withEditing)
    },
  })
}

/** `takesAll`: files that are no images are in the text, for nothing around takes them. */
export const richBlocks = (place: PlaceOfFiles, { takesAll = false } = {}): AnyExtension[] => [
  ...documentExtensions.map(withEditing),
  Files.configure({ place, takesAll }),
  PastedText,
  NamedThings,
  PastedFiles,
  CodeHighlight,
  ListsOfWords,
  MarkdownPaste,
  Replacements,
  BlockControl,
  HeldSelection,
  Highlight,
  Edges,
  WideTables,
  Toggles,
]
