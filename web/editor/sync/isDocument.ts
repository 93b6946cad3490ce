import type { Editor } from '@tiptap/core'

/** A text of its own, as of a page or an issue: other than a comment it has sections. */
export const isDocument = ({ extensionManager }: Editor): boolean =>
  extensionManager.extensions.some(({ name }) => name === 'collaboration')
