import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { messageOf } from '#contract/messageOf.ts'
import { ARCHIVE, archiveRoutes } from '#contract/workspace/archives.ts'
import { type ExportFormat, exportFormats, exportRoutes, type Job } from '#contract/workspace/jobs.ts'
import { call } from '../../data/client.ts'
import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { may, useHere } from '../../data/viewer.ts'
import { useProjectsFor } from '../../issues/fields/ProjectChoice.tsx'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { JobRow } from '../../shell/jobs/JobRow.tsx'
import { useJobs } from '../../shell/jobs/useJobs.ts'
import { ReadStatus } from '../../shell/list/ReadStatus.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import { ArchiveForm } from './ArchiveForm.tsx'
import { ProjectsField } from './ProjectsField.tsx'

const names: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel', json: 'JSON' }

type Input = { projects: string[]; format: ExportFormat; isMany: boolean }
type Ask = { provider: ExportFormat; project: string[]; multiple: boolean }

const isExport = (job: Job) => job.kind === 'export_issues' || job.kind === ARCHIVE
const counted = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'issue' : 'issues'}`

/** How many issues an export of these projects would hold; null until the server has said so. */
const useCount = (slug: string, projects: readonly string[]) => {
  const asked = projects.join(',')
  const [known, setKnown] = useState<{ asked: string; issues: number } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const query = asked === '' ? {} : { project: asked }
    // Without a figure the button still says what it does.
    call(exportRoutes.countExport, { params: { ws: slug }, query })
      .then(({ body }) => stop.signal.aborted || setKnown({ asked, issues: body.issues }))
      .catch(() => {})
    return () => stop.abort()
  }, [slug, asked])
  return known?.asked === asked ? known.issues : null
}

const useNames = () => {
  const known = useRows('project')
  return ({ projects }: Input) => {
    const named = known.filter(({ id }) => projects.includes(id)).map(({ name }) => name)
    if (projects.length > 2) return `${projects.length} projects`
    return named.join(', ') || (projects.length === 1 ? 'Another project' : 'Other projects')
  }
}

type FilesProps = { slug: string; exported: ReturnType<typeof useJobs>; onAgain: (job: Job) => void }

const Files = ({ slug, exported: { status, retry, jobs }, onAgain }: FilesProps) => {
  const nameOf = useNames()
  const people = useRows('user')
  const mine = useProjectsFor('issue.read').map(({ id }) => id)
  const archive = (job: Job) => (
    <JobRow
      key={job.id}
      job={job}
      slug={slug}
      name="Whole workspace"
      format="archive"
      icon="archive"
      holds={sizeWords(Number(job.result?.bytes ?? 0))}
      who={<Avatar person={people.find(({ id }) => id === job.user) ?? null} />}
      onAgain={() => onAgain(job)}
      again="Make again"
    />
  )
  const rowOf = (job: Job) => {
    if (job.kind === ARCHIVE) return archive(job)
    const input = job.input as Input
    const owner = people.find(({ id }) => id === job.user)
    const isMine = input.projects.every(id => mine.includes(id))
    return (
      <JobRow
        key={job.id}
        job={job}
        slug={slug}
        name={nameOf(input)}
        format={`${names[input.format]}${input.isMany ? ', archive' : ''}`}
        icon={input.format === 'json' ? 'file-code' : 'file-text'}
        holds={counted(Number(job.result?.issues ?? 0))}
        who={<Avatar person={owner ?? null} />}
        {...(isMine ? { onAgain: () => onAgain(job) } : {})}
      />
    )
  }
  return (
    <section className="mt-8">
      <div className="flex items-baseline gap-2">
        <h3 className="font-medium">Files</h3>
        {jobs.length > 0 && <span className="num text-12 text-ink-3">{jobs.length}</span>}
        <span className="ml-auto text-12 text-ink-3">Files are kept for 7 days</span>
      </div>
      <ReadStatus what="Exports" none="No exports yet." isEmpty={jobs.length === 0} {...{ status, retry }} />
      <ul className="-mx-2 mt-1">{jobs.map(rowOf)}</ul>
    </section>
  )
}

/** Issues as files: asked for here, and fetched from here for a week. */
export const ExportsScreen = () => {
  const { slug = '' } = useParams()
  const all = useProjectsFor('issue.read').length
  const exported = useJobs(slug, isExport)
  const { instance } = useSession()
  const { workspaceId } = useHere()
  const [ask, setAsk] = useState<Ask>({ provider: 'csv', project: [], multiple: false })
  const [isBeginning, setBeginning] = useState(false)
  const count = useCount(slug, ask.project)
  const fileCount = ask.project.length || all
  const begin = async (body: Ask) => {
    setBeginning(true)
    try {
      await saving(call(exportRoutes.exportIssues, { params: { ws: slug }, body }))
    } catch (failure) {
      toast.failure(messageOf(failure), { title: 'The export was not started.' })
    } finally {
      setBeginning(false)
    }
  }
  const again = (job: Job) => {
    if (job.kind === ARCHIVE)
      return void saving(
        call(archiveRoutes.make, {
          params: { ws: slug },
          body: job.input as { files: boolean; history: boolean },
        }),
      ).catch(failure => toast.failure(messageOf(failure), { title: 'The archive was not started.' }))
    const { format, projects, isMany } = job.input as Input
    void begin({ provider: format, project: projects, multiple: isMany })
  }
  return (
    <SettingsScreen
      title="Exports"
      intro="Issues with every field, archived ones included. To export only what you see, use the menu of any list. Admins see all exports."
    >
      <section className="mt-4 rounded-card bg-sunken px-4 pt-1 pb-4">
        <SettingsRow label="Format" low>
          <Segmented
            label="Format"
            parts={exportFormats.map(id => ({ id, label: names[id] }))}
            value={ask.provider}
            onChange={provider => setAsk({ ...ask, provider })}
          />
        </SettingsRow>
        <SettingsRow label="Projects" detail="None chosen means all that you are in." low>
          <ProjectsField value={ask.project} onChange={project => setAsk({ ...ask, project })} />
        </SettingsRow>
        <SettingsRow label="One file per project" low>
          <Switch checked={ask.multiple} onChange={multiple => setAsk({ ...ask, multiple })} />
          {ask.multiple && (
            <span className="ml-2 text-12 text-ink-3">
              {fileCount} {fileCount === 1 ? 'file' : 'files'} in one archive
            </span>
          )}
        </SettingsRow>
        <div className="mt-4 flex items-center justify-end gap-3 max-md:flex-wrap">
          {instance?.config.is_smtp_configured && (
            <span className="text-12 text-ink-3">We also send the link by mail.</span>
          )}
          <Button
            variant="primary"
            disabled={isBeginning}
            onClick={() => void begin(ask)}
            className="max-md:h-11"
          >
            {count === null ? 'Export issues' : `Export ${counted(count)}`}
          </Button>
        </div>
      </section>
      {may('archive.make', {}, { workspace: workspaceId }) && <ArchiveForm slug={slug} />}
      <Files slug={slug} exported={exported} onAgain={again} />
    </SettingsScreen>
  )
}
