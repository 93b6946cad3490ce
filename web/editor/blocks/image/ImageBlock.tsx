import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { safeUrl } from '#document'
import {
  type FileUpload,
  imageAddress,
  imageTypes,
  restoreFile,
  useFileUpload,
} from '../../../data/texts/textFiles.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { later } from '../../../ui/popups/later.tsx'
import { FileSending } from '../FileSending.tsx'
import { filePlaceOf, fillFile } from '../files.ts'
import { AltText } from './AltText.tsx'
import { Caption } from './Caption.tsx'
import { ImageElsewhere, isKeptHere } from './ImageElsewhere.tsx'
import { ImageHandle } from './ImageHandle.tsx'
import { widthOf } from './imageWidth.ts'

const ImageFull = later(() => import('./ImageFull.tsx').then(module => module.ImageFull))

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** An image of a text in each of its states: missing, on its way, failed, there. */
export const ImageBlock = (props: ReactNodeViewProps) => {
  const { node, editor, deleteNode } = props
  const upload = useFileUpload(text(node.attrs.id))
  const src = text(node.attrs.src)
  const elsewhere = src && !isKeptHere(src) ? safeUrl(src) : null
  return (
    <NodeViewWrapper className="image-block" data-drag-handle="">
      {elsewhere ? (
        <ImageElsewhere src={elsewhere} alt={text(node.attrs.alt)} />
      ) : src ? (
        <Shown {...props} src={src} />
      ) : upload ? (
        <Sending upload={upload} onRemove={deleteNode} />
      ) : (
        editor.isEditable && <Missing {...props} />
      )}
    </NodeViewWrapper>
  )
}

const Missing = ({ editor, getPos, deleteNode }: ReactNodeViewProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-1 rounded-card bg-sunken p-1.5 text-13">
      <Button icon="image" onClick={() => input.current?.click()}>
        Add an image
      </Button>
      <span className="flex-1" />
      <IconButton icon="x" size="strip" label="Remove image placeholder" onClick={deleteNode} />
      <input
        ref={input}
        type="file"
        hidden
        accept={imageTypes}
        aria-label="Image"
        onChange={event => {
          const [file] = event.target.files ?? []
          const at = getPos()
          if (file && at !== undefined) fillFile(editor, at, file)
        }}
      />
    </div>
  )
}

const Sending = ({ upload, onRemove }: { upload: FileUpload; onRemove: () => void }) => (
  <div className="flex flex-col items-start gap-1.5 text-13">
    {upload.preview && <img src={upload.preview} alt={upload.name} className="is-on-its-way" />}
    <FileSending upload={upload} onRemove={onRemove} />
  </div>
)

type ShownProps = ReactNodeViewProps & { src: string }

const Shown = (props: ShownProps) => {
  const { node, editor, src, selected, updateAttributes } = props
  const project = filePlaceOf(editor)?.project ?? ''
  const address = imageAddress(project, src)
  const [round, setRound] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const [isFull, setFull] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const alt = text(node.attrs.alt)
  const { caption, beginCaption } = useCaption(props)
  // There its tools would cover it.
  const isSmall = Number.parseFloat(text(node.attrs.width)) < 200
  const ratio = Number.parseFloat(text(node.attrs.aspectRatio)) || null
  // Its block may have come back by an undo elsewhere, after the image was deleted: once it is asked for again.
  const failed = () => {
    if (round > 0) return setBroken(true)
    void restoreFile(src).then(isBack => (isBack ? setRound(1) : setBroken(true)))
  }
  if (isBroken)
    return (
      <div className="flex min-h-10 items-center gap-2 rounded-card bg-sunken px-3 text-13 text-ink-2">
        <Icon name="circle-alert" className="text-ink-3" />
        <span className="min-w-0 flex-1 py-2">
          {alt ? `The image “${alt}”` : 'An image'} could not be loaded.
        </span>
        <Button
          size="small"
          icon="rotate-ccw"
          onClick={() => {
            setRound(round + 1)
            setBroken(false)
          }}
        >
          Retry
        </Button>
      </div>
    )
  const frame = (
    <div
      ref={box}
      className={classes('image-frame', selected && 'is-selected', isSmall && 'is-small')}
      style={{ width: widthOf(node.attrs.width), ...(ratio ? { aspectRatio: ratio } : {}) }}
    >
      <img
        src={round > 0 && !address.startsWith('blob:') ? `${address}?again=${round}` : address}
        alt={alt}
        draggable={false}
        onError={failed}
        onDoubleClick={() => setFull(true)}
      />
      <div className="image-tools">
        <IconButton icon="maximize-2" size="strip" label="Full screen" onClick={() => setFull(true)} />
        {editor.isEditable && !caption && (
          <Button size="small" onClick={beginCaption}>
            + Caption
          </Button>
        )}
        {editor.isEditable && (
          <AltText
            alt={alt}
            onChange={next => updateAttributes({ alt: next || null })}
            onClosed={() => editor.view.focus()}
          />
        )}
      </div>
      {editor.isEditable && <ImageHandle box={box} node={node} onResize={updateAttributes} />}
      {isFull && <ImageFull src={address} alt={alt} onClose={() => setFull(false)} />}
    </div>
  )
  return (
    <>
      {frame}
      {caption}
    </>
  )
}

/** The caption below it, and the control that adds a missing one. */
const useCaption = ({ node, editor, getPos, updateAttributes }: ShownProps) => {
  const [isWritten, setWritten] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const words = text(node.attrs.caption)
  useEffect(() => {
    if (isWritten) field.current?.focus()
  }, [isWritten])
  const caption =
    words || (isWritten && editor.isEditable) ? (
      <Caption
        ref={field}
        caption={words}
        isEditable={editor.isEditable}
        width={widthOf(node.attrs.width)}
        onChange={next => updateAttributes({ caption: next || null })}
        onEnter={() => setWritten(true)}
        onLeave={() => setWritten(false)}
        onDone={() => {
          const at = getPos()
          if (at === undefined) return
          // At once: the library's own command waits a frame, in which keys would go astray.
          editor.commands.setTextSelection(at + node.nodeSize + 1)
          editor.view.focus()
        }}
      />
    ) : null
  return { caption, beginCaption: () => setWritten(true) }
}
