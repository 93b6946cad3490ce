import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { useRef } from 'react'
import { useFileUpload } from '../../data/texts/textFiles.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { FileChip } from './FileChip.tsx'
import { FileSending } from './FileSending.tsx'
import { filePlaceOf, fillFile } from './files.ts'

/** A file of a text in each of its states: there, being sent from here or from elsewhere, failed. */
export const FileBlock = (props: ReactNodeViewProps) => {
  const { node, editor, selected, deleteNode } = props
  const upload = useFileUpload(String(node.attrs.id ?? ''))
  return (
    <NodeViewWrapper
      className={classes('file-block', selected && 'is-selected')}
      contentEditable={false}
      data-drag-handle=""
    >
      {node.attrs.src ? (
        <FileChip project={filePlaceOf(editor)?.project ?? ''} named={name => node.attrs[name]} />
      ) : upload ? (
        <FileSending upload={upload} onRemove={deleteNode} />
      ) : (
        <Missing {...props} />
      )}
    </NodeViewWrapper>
  )
}

const Missing = ({ node, editor, getPos, deleteNode }: ReactNodeViewProps) => {
  const input = useRef<HTMLInputElement>(null)
  const name = String(node.attrs.name ?? '') || 'A file'
  return (
    <>
      <Icon name="paperclip" className="text-ink-3" />
      <span className="cut min-w-0 flex-1 text-ink-2">{name} is still being uploaded.</span>
      {editor.isEditable && (
        <>
          <Button size="small" onClick={() => input.current?.click()}>
            Choose
          </Button>
          <IconButton icon="x" size="strip" label={`Remove ${name}`} onClick={deleteNode} />
          <input
            ref={input}
            type="file"
            hidden
            aria-label="File"
            onChange={event => {
              const [file] = event.target.files ?? []
              const at = getPos()
              if (file && at !== undefined) fillFile(editor, at, file)
            }}
          />
        </>
      )}
    </>
  )
}
