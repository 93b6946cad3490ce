/** A file that a text names: its name, type and size as they were when it was sent, and by its id where it is. */
import { mergeAttributes, Node } from '@tiptap/core'
import { address, number, plain } from './attributes.ts'

export const FILE = 'fileComponent'

/** The words of its Markdown form beside name and address. */
const SAID = /^File: ([\w.+-]+\/[\w.+-]+), (\d+) bytes$/
export const titleOfFile = ({ type, size }: Record<string, unknown>): string =>
  `File: ${type || 'application/octet-stream'}, ${size ?? 0} bytes`
export const readFileTitle = (title: unknown): { type: string; size: number } | null => {
  const [, type, size] = SAID.exec(String(title ?? '')) ?? []
  return type ? { type, size: Number(size) } : null
}

export const FileComponent = Node.create({
  name: FILE,
  group: 'block',
  atom: true,
  addAttributes: () => ({ ...address('src'), ...plain('id', 'name', 'type'), size: number('size') }),
  parseHTML: () => [{ tag: 'file-component' }],
  // Readers that do not know the element show its name.
  renderHTML: ({ node, HTMLAttributes }) => [
    'file-component',
    mergeAttributes(HTMLAttributes),
    String(node.attrs.name ?? ''),
  ],
})
