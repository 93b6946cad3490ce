import { useState } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import { type PageFormat, pageFileRoutes } from '#contract/text/pageFiles.ts'
import type { Job } from '#contract/workspace/jobs.ts'
import { call } from '../../data/client.ts'
import { applyRow, useRows } from '../../data/rows.ts'
import { here } from '../../data/viewer.ts'
import { JobRow } from '../../shell/jobs/JobRow.tsx'
import { useJobs } from '../../shell/jobs/useJobs.ts'
import { ReadStatus } from '../../shell/list/ReadStatus.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { toast } from '../../ui/popups/Toast.tsx'

const names: Record<PageFormat, string> = { markdown: 'Markdown', html: 'HTML' }
const formats = (['markdown', 'html'] as const).map(id => ({ id, label: names[id] }))
const MOST_SHOWN = 5

const counted = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'page' : 'pages'}`
const holds = ({ result }: Job) => {
  const hidden = Number(result?.pages_hidden ?? 0)
  const said = counted(Number(result?.pages ?? 0))
  return hidden > 0 ? `${said}, ${hidden.toLocaleString('en-GB')} private left out` : said
}

/** All pages of a project as one archive; made while one does other things, and kept here for a week. */
export const ExportPages = ({ projectId, onClose }: { projectId: string; onClose: () => void }) => {
  const { slug } = here()
  const [format, setFormat] = useState<PageFormat>('markdown')
  const [isBeginning, setBeginning] = useState(false)
  const count = useRows('page').filter(page => page.project_id === projectId).length
  const { status, retry, jobs } = useJobs(
    slug,
    job => job.kind === 'export_pages' && job.project === projectId,
  )
  const begin = async (wanted: PageFormat) => {
    setBeginning(true)
    try {
      const { body } = await call(pageFileRoutes.exportPages, {
        params: { ws: slug, p: projectId },
        body: { format: wanted },
      })
      applyRow('job', body)
    } catch (failure) {
      toast.failure(messageOf(failure), { title: 'The export was not started.' })
    } finally {
      setBeginning(false)
    }
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={isOpen => isOpen || onClose()}
      title="Export pages"
      text="The pages you can see, archived ones included, with their images and files, in one archive."
      actions={
        <Answers onCancel={onClose} cancel="Close" busy={isBeginning} onClick={() => void begin(format)}>
          Export {counted(count)}
        </Answers>
      }
    >
      <Segmented label="Format" parts={formats} value={format} onChange={setFormat} />
      <ReadStatus what="Earlier exports" isEmpty={jobs.length === 0} {...{ status, retry }} />
      {jobs.length > 0 && (
        <>
          <p className="mt-5 text-12 text-ink-3">Files are kept for 7 days. You may close this meanwhile.</p>
          <ul aria-label="Files" className="-mx-2 mt-1">
            {jobs.slice(0, MOST_SHOWN).map(job => {
              const { format: made } = job.input as { format: PageFormat }
              return (
                <JobRow
                  key={job.id}
                  job={job}
                  slug={slug}
                  name={names[made]}
                  holds={holds(job)}
                  onAgain={() => void begin(made)}
                />
              )
            })}
          </ul>
        </>
      )}
    </Dialog>
  )
}
