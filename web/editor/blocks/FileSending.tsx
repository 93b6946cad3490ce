import { cancelFile, type FileUpload, retryFile } from '../../data/texts/textFiles.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PercentRing } from '../../ui/marks/Progress.tsx'
import { sizeWords } from '../../ui/size-words.ts'

type FileSendingProps = { upload: FileUpload; onRemove: () => void }

/** A file of a text on its way from this browser, or one that did not get through. */
export const FileSending = ({ upload, onRemove }: FileSendingProps) => {
  const { id, name, size, percent, status, problem, preview } = upload
  const isStuck = status === 'failed'
  const remove = () => {
    cancelFile(id)
    onRemove()
  }
  return (
    <div className="flex min-h-8 w-full items-center gap-2">
      {isStuck ? (
        <span role="alert" className="min-w-0 flex-1 wrap-anywhere">
          {name} <span className="text-danger">was not sent. {problem}</span>
        </span>
      ) : (
        <span className="cut min-w-0 flex-1">
          {name}
          {status === 'waiting' && (
            <span className="text-ink-2"> will be uploaded once the server can be reached.</span>
          )}
        </span>
      )}
      {!isStuck && preview === null && (
        <span className="num flex-none text-12 text-ink-3">{sizeWords(size)}</span>
      )}
      {isStuck ? (
        <Button size="small" icon="rotate-ccw" onClick={() => retryFile(id)}>
          Retry
        </Button>
      ) : status === 'waiting' ? (
        <Icon name="cloud-off" className="text-ink-3" />
      ) : (
        <PercentRing label={`Uploading ${name}`} percent={percent} />
      )}
      <IconButton
        icon="x"
        size="strip"
        label={isStuck ? `Remove ${name}` : `Cancel ${name}`}
        onClick={remove}
      />
    </div>
  )
}
