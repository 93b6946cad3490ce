/** The images, files and people of a text, by name. */
import type { Node } from '@tiptap/pm/model'

export const filesOf = (node: Node): string[] => {
  const shown: string[] = []
  node.descendants(child => {
    if (typeof child.attrs.src === 'string') shown.push(child.attrs.src)
  })
  return shown
}

/** The text with other names in place of some: the same node where it has none of those. */
export const withFiles = (node: Node, copies: Map<string, string>): Node => {
  if (node.isText || copies.size === 0) return node
  const children: Node[] = []
  node.forEach(child => {
    children.push(withFiles(child, copies))
  })
  const src = copies.get(String(node.attrs.src))
  return node.type.create(src ? { ...node.attrs, src } : node.attrs, children, node.marks)
}

/** The text with another person mentioned in place of one. */
export const withPerson = (node: Node, from: string, to: string): Node => {
  if (node.isText) return node
  const children: Node[] = []
  node.forEach(child => {
    children.push(withPerson(child, from, to))
  })
  const isNamed = node.attrs.entity_identifier === from
  const attrs = isNamed ? { ...node.attrs, entity_identifier: to } : node.attrs
  return node.type.create(attrs, children, node.marks)
}
