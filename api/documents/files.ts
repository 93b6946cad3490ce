import type { Node } from '@tiptap/pm/model'
import type { Work } from '../db/work.ts'
import { ownFiles, type Text } from '../files/textFiles.ts'

const filesOf = (node: Node): string[] => {
  const shown: string[] = []
  node.descendants(child => {
    if (typeof child.attrs.src === 'string') shown.push(child.attrs.src)
  })
  return shown
}

const withFiles = (node: Node, copies: Map<string, string>): Node => {
  const children: Node[] = []
  node.forEach(child => {
    children.push(withFiles(child, copies))
  })
  const src = copies.get(String(node.attrs.src))
  return node.isText
    ? node
    : node.type.create(src ? { ...node.attrs, src } : node.attrs, children, node.marks)
}

/** The text with images of its own: the same node where it has no others. */
export const withOwnFiles = async (work: Work, text: Text, node: Node): Promise<Node> => {
  const copies = await ownFiles(work, text, filesOf(node))
  return copies.size > 0 ? withFiles(node, copies) : node
}
