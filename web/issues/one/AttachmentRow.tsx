import { useState } from 'react'
import type { Attachment } from '#contract/files/files.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../data/rows.ts'
import { may } from '../../data/viewer.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { dayText, momentText, shortDay } from '../../ui/dates/day-words.ts'
import { fileIcon } from '../../ui/file-icon.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { PercentRing } from '../../ui/marks/Progress.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import { cancelUpload, deleteAttachment, retryUpload, type Upload } from '../acts/attachmentActions.ts'

const row = 'group -mx-2 flex min-h-8 items-center gap-2 rounded-control px-2'
const figure = 'num flex-none text-12 text-ink-3'

/** A file that is there: its name downloads it. */
export const AttachmentRow = ({ issue, file }: { issue: Issue; file: Attachment }) => {
  const [asking, setAsking] = useState(false)
  const sender = useRow('user', file.created_by)
  const { name, type, size } = file.attributes
  const place = { workspace: file.workspace, project: file.project }
  if (asking)
    return (
      <li
        className={row}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          // Back to the row, not out of the issue.
          event.stopPropagation()
          setAsking(false)
        }}
      >
        <Icon name="trash-2" className="text-danger" />
        <span className="cut min-w-0 flex-1">Delete {name}?</span>
        <Button size="small" onClick={() => setAsking(false)}>
          Keep
        </Button>
        <Button
          size="small"
          variant="danger"
          autoFocus
          onClick={event => {
            // The row goes, and the focus with it: the head of the section stays.
            event.currentTarget.closest('section')?.querySelector('button')?.focus()
            void deleteAttachment(issue, file)
          }}
        >
          Delete
        </Button>
      </li>
    )
  return (
    <li className={`${row} hover:bg-hover`}>
      <Icon name={fileIcon(type)} className="text-ink-3" />
      <a href={file.asset_url} download={name} className="cut min-w-0 flex-1 rounded-tag hover:underline">
        {name}
      </a>
      <span className={figure}>{sizeWords(size)}</span>
      <Tooltip label={`${sender?.display_name ?? 'Someone'}, ${momentText(file.created_at)}`}>
        <span className="flex flex-none items-center gap-2">
          <span className={figure}>{shortDay(dayText(new Date(file.created_at)))}</span>
          <Avatar person={sender} />
        </span>
      </Tooltip>
      {may('attachment.delete', file, place) && (
        <IconButton icon="trash-2" size="strip" label={`Delete ${name}`} onClick={() => setAsking(true)} />
      )}
    </li>
  )
}

/** A file on its way from this browser, or one that did not get through. */
export const UploadRow = ({ upload }: { upload: Readonly<Upload> }) => {
  const { id, name, size, percent, status, problem } = upload
  const stuck = status === 'failed' || status === 'refused'
  return (
    <li className={row}>
      <Icon name={stuck ? 'circle-alert' : 'cloud-upload'} className={stuck ? 'text-danger' : 'text-ink-3'} />
      <span className={stuck ? 'min-w-0 flex-1 py-1 wrap-anywhere' : 'cut min-w-0 flex-1'}>
        {name}
        {stuck && (
          <span role="alert" className="text-danger">
            {' '}
            was not attached. {problem}
          </span>
        )}
      </span>
      {status === 'waiting' && <span className={figure}>Waiting</span>}
      {status === 'sending' && <PercentRing label={`Uploading ${name}`} percent={percent} />}
      {!stuck && <span className={figure}>{sizeWords(size)}</span>}
      {status === 'failed' && (
        <Button size="small" icon="rotate-ccw" onClick={() => retryUpload(id)}>
          Retry
        </Button>
      )}
      <IconButton
        icon="x"
        size="strip"
        label={stuck ? `Dismiss ${name}` : `Cancel ${name}`}
        onClick={() => cancelUpload(id)}
      />
    </li>
  )
}
