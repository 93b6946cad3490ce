/** The vocabulary as it is edited: its blocks with what they show and can do. */
import { type AnyExtension, Node } from '@tiptap/core'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { documentExtensions } from '#document'
import { PastedText } from '../paste/pastedText.ts'
import { Typography } from '../paste/typography.ts'
import { ImageBlock } from './ImageBlock.tsx'
import { Images, type PlaceOfImages } from './images.ts'

/** By the name of what is edited, in place of its plain one. */
const edited: Record<string, (plain: Node) => AnyExtension> = {
  imageComponent: plain =>
    plain.extend({ draggable: true, addNodeView: () => ReactNodeViewRenderer(ImageBlock) }),
}

/** `takesAll`: files that are no images are refused here, for nothing around takes them. */
export const richBlocks = (place: PlaceOfImages, { takesAll = false } = {}): AnyExtension[] => [
  ...documentExtensions.map(plain => {
    const make = edited[plain.name]
    return make && plain instanceof Node ? make(plain) : plain
  }),
  Images.configure({ place, takesAll }),
  PastedText,
  Typography,
]
