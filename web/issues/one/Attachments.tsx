import { type RefObject, useEffect, useRef } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { useLive } from '../../data/live.ts'
import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { may } from '../../data/viewer.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { attachFiles, isShown, loadAttachments, useUploads } from '../acts/attachmentActions.ts'
import { useGivenFiles } from '../new/useGivenFiles.ts'
import { AttachmentRow, UploadRow } from './AttachmentRow.tsx'
import { DetailSection } from './DetailSection.tsx'

/** The rows come by the log; whenever they are not as many as the issue counts, they are asked for. */
const useAttachments = (issue: Issue) => {
  const files = useRows('attachment')
    .filter(isShown(issue.id))
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
  const { status } = useLive()
  const latest = useRef(issue)
  latest.current = issue
  const differs = files.length !== issue.attachment_count
  useEffect(() => {
    if (differs && status === 'live' && latest.current.id === issue.id)
      loadAttachments(latest.current).catch(() => {})
  }, [differs, status, issue.id])
  return files
}

type AttachmentsProps = { issue: Issue; box: RefObject<HTMLElement | null>; readOnly: boolean }

/** An issue's files; files dropped on `box` or pasted there are added. */
export const Attachments = ({ issue, box, readOnly }: AttachmentsProps) => {
  const files = useAttachments(issue)
  const uploads = useUploads(issue.id)
  const input = useRef<HTMLInputElement>(null)
  const limit = useSession().instance?.config.file_size_limit ?? 0
  const place = { workspace: issue.workspace_id, project: issue.project_id }
  const mayAttach = !readOnly && may('attachment.create', {}, place)
  const attach = (given: Iterable<File>) => attachFiles(issue, given, limit)
  const over = useGivenFiles(box, mayAttach ? attach : null)
  const choose = () => input.current?.click()
  return (
    <>
      {files.length + uploads.length > 0 ? (
        <DetailSection
          title="Attachments"
          count={files.length}
          {...(mayAttach ? { add: { label: 'Attach files', run: choose } } : {})}
        >
          <ul>
            {uploads.map(upload => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
            {files.map(file => (
              <AttachmentRow key={file.id} issue={issue} file={file} />
            ))}
          </ul>
        </DetailSection>
      ) : (
        mayAttach && (
          <Button icon="paperclip" onClick={choose}>
            Attach
          </Button>
        )
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={event => {
          attach([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      {over && (
        <div className="pointer-events-none absolute -inset-2 z-10 grid place-items-center rounded-card border-2 border-accent border-dashed bg-bg/85">
          <span className="font-medium">Drop to attach</span>
        </div>
      )}
    </>
  )
}
