import { fileAddress } from '../../data/texts/textFiles.ts'
import { fileIcon } from '../../ui/file-icon.ts'
import { Icon } from '../../ui/icons.tsx'
import { sizeWords } from '../../ui/size-words.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

type FileChipProps = { project: string; named: (name: string) => unknown }

/** A file of a text: its name downloads it. */
export const FileChip = ({ project, named }: FileChipProps) => {
  const [src, size] = [text(named('src')), Number(named('size'))]
  const name = text(named('name')) || 'File'
  return (
    <>
      <Icon name={fileIcon(text(named('type')))} className="text-ink-3" />
      {/^[\w-]+$/.test(src) ? (
        <a href={fileAddress(project, src)} download={name} className="file-name cut min-w-0 flex-1">
          {name}
        </a>
      ) : (
        <span className="cut min-w-0 flex-1">{name}</span>
      )}
      {size > 0 && <span className="num flex-none text-12 text-ink-3">{sizeWords(size)}</span>}
      {src && <Icon name="download" size={14} className="file-sign text-ink-3" />}
    </>
  )
}
