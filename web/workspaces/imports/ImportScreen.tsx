import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { ImportOutcome, WholeImport } from '#contract/workspace/imports.ts'
import { useHere, useMay } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { useKeys } from '../../shell/keyboard.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { dayText, fullDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { counted, isUnderWay, nounOf, sourceOf } from './importWords.ts'
import { MatchStep } from './MatchStep.tsx'
import { Came, CameRail, Counted, DryRun, DryRunRail } from './OutcomeStep.tsx'
import { PagesMatch } from './PagesMatch.tsx'
import { Preview } from './Preview.tsx'
import { RunningStep } from './Progress.tsx'
import { type StepName, Steps, stepOf } from './Steps.tsx'
import { UndoQuestion } from './UndoQuestion.tsx'
import { importActs, useImportJob, useWholeImport } from './useImports.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => fullDay(dayText(new Date(Date.now() + days * DAY_MS)))

/** Pages go into one project, which the header opens. */
const showsProjects = (whole: WholeImport) => whole.state === 'done' && whole.source !== 'pages'

const Ended = ({ slug, whole }: { slug: string; whole: WholeImport }) => {
  const [isAsking, setAsking] = useState(false)
  const [one, many] = nounOf(whole.source)
  const mayUndo = whole.undo_until !== null && whole.undo_until > new Date().toISOString()
  return (
    <div className="min-w-0">
      {whole.said && <p className="text-pretty text-ink-2">{whole.said}</p>}
      {showsProjects(whole) && whole.outcome && <Counted whole={whole} outcome={whole.outcome} />}
      {(whole.state === 'done' || whole.state === 'stopped') && (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-card bg-sunken px-4 py-2 max-md:grid-cols-1 max-md:gap-y-2">
          <div>
            <p className="font-medium">One change, undone as one</p>
            <p className="text-pretty text-12 text-ink-2">
              {mayUndo
                ? `Until ${fullDay(dayText(new Date(whole.undo_until!)))}. All that came is taken out${whole.source === 'pages' ? '' : ', and updated issues get their former values back'}.`
                : 'The seven days in which it could be undone are over.'}
              {mayUndo &&
                whole.edited_since > 0 &&
                ` ${counted(whole.edited_since, `${one} has`, `${many} have`)} been edited here since and would stay.`}
            </p>
          </div>
          {mayUndo && (
            <Button variant="neutral" icon="undo-2" onClick={() => setAsking(true)} className="max-md:h-11">
              Undo import…
            </Button>
          )}
        </div>
      )}
      {whole.outcome && <Came slug={slug} whole={whole} outcome={whole.outcome} />}
      {isAsking && <UndoQuestion slug={slug} row={whole} onClose={() => setAsking(false)} />}
    </div>
  )
}

const titleOf = (whole: WholeImport): string => {
  const { name } = sourceOf(whole.source)
  switch (whole.state) {
    case 'new':
    case 'reading':
      return `Reading ${whole.name || name}`
    case 'matching':
      return whole.source === 'pages' ? 'Choose where the pages go' : `Match ${name} to Tandem`
    case 'checking':
    case 'checked':
      return 'Dry run'
    case 'running':
      return `Importing ${whole.name || name}`
    case 'done':
      return `${counted(whole.new_count, ...nounOf(whole.source))} imported`
    case 'stopped':
      return 'The import was stopped'
    case 'undoing':
      return 'Undoing the import'
    case 'undone':
      return 'The import was undone'
    case 'failed':
      return 'Nothing was imported'
  }
}

const firstProject = (outcome: ImportOutcome | null) =>
  outcome?.projects.find(({ id, new: made }) => id && made > 0)

type PrimaryProps = { slug: string; whole: WholeImport; at: StepName; onNext: () => void; onBack: () => void }

const Primary = ({ slug, whole, at, onNext, onBack }: PrimaryProps) => {
  const go = useNavigate()
  const project = firstProject(whole.outcome)
  const again = async () => {
    const begun = await importActs(slug, whole.id).again()
    if (begun) void go(to('import', { slug, importId: begun.id }))
  }
  return (
    <>
      {whole.state !== 'done' && <Steps at={at} href={to('imports', { slug })} onBack={onBack} />}
      {whole.state === 'checked' && (
        <Button icon="arrow-left" className="mr-1 max-md:hidden" onClick={onBack}>
          Match
        </Button>
      )}
      {whole.state === 'matching' && (
        <Button variant="primary" keys="mod+enter" onClick={onNext}>
          Dry run
        </Button>
      )}
      {whole.state === 'checked' && (
        <Button
          variant="primary"
          keys="mod+enter"
          disabled={whole.new_count + (whole.outcome?.changed ?? 0) === 0}
          onClick={onNext}
        >
          Import {counted(whole.new_count, ...nounOf(whole.source))}
        </Button>
      )}
      {whole.state === 'done' && (
        <>
          {whole.is_connected ? (
            <Button className="mr-1 max-md:hidden" icon="rotate-cw" onClick={() => void again()}>
              Bring what is new
            </Button>
          ) : (
            <Button className="mr-1 max-md:hidden" onClick={() => void go(to('imports', { slug }))}>
              Import another
            </Button>
          )}
          {project?.id && (
            <Button
              variant="primary"
              onClick={() =>
                void go(to(whole.source === 'pages' ? 'pages' : 'issues', { slug, projectId: project.id! }))
              }
            >
              Open {project.name}
            </Button>
          )}
        </>
      )}
    </>
  )
}

/** One import, at the step that it has come to. */
export const ImportScreen = () => {
  const { slug = '', importId = '' } = useParams()
  const { row, whole, failed, retry } = useWholeImport(slug, importId)
  const { workspaceId } = useHere()
  const mayAll = useMay()('import.anything', {}, { workspace: workspaceId })
  const job = useImportJob(slug, { job: row?.job ?? null })
  const [isBack, setBack] = useState(false)
  const acts = importActs(slug, importId)
  // Back at the answers, a dry run that was made stays until one of them changes.
  const shown =
    whole && whole.state === 'checked' && isBack ? { ...whole, state: 'matching' as const } : whole
  const next = () => {
    if (shown?.state === 'matching') {
      setBack(false)
      void acts.act('check')
    }
    if (shown?.state === 'checked') void acts.act('run')
  }
  useKeys(
    {
      'mod+enter': { run: next, label: shown?.state === 'checked' ? 'Import' : 'Dry run', group: 'Imports' },
    },
    { when: shown?.state === 'matching' || shown?.state === 'checked' },
  )
  const under = { label: 'Imports', href: to('imports', { slug }) }
  if (!shown || !row)
    return (
      <SettingsScreen title="Import" under={under}>
        {failed ? (
          <p role="alert" className="mt-4 flex items-center gap-2 text-ink-2">
            {failed}
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </p>
        ) : (
          <RowsSkeleton rows={6} />
        )}
      </SettingsScreen>
    )
  const at = stepOf(shown)
  return (
    <SettingsScreen
      title={titleOf(shown)}
      under={under}
      wide={
        (shown.state === 'matching' && shown.source !== 'pages') ||
        shown.state === 'checked' ||
        showsProjects(shown)
      }
      primary={<Primary slug={slug} whole={shown} at={at} onNext={next} onBack={() => setBack(true)} />}
    >
      {isUnderWay(row) || row.state === 'new' ? (
        <RunningStep slug={slug} row={row} job={job} />
      ) : shown.state === 'failed' ? (
        <p role="alert" className="mt-3 flex items-start gap-2 text-pretty text-danger">
          <Icon name="triangle-alert" size={16} className="mt-0.5 flex-none" />
          {shown.said}
        </p>
      ) : shown.state === 'matching' && shown.source === 'pages' ? (
        <PagesMatch slug={slug} whole={shown} mayAll={mayAll} />
      ) : shown.state === 'matching' ? (
        <div className="mt-1 grid grid-cols-[minmax(0,800px)_272px] items-start gap-x-14 max-[1280px]:grid-cols-1 max-[1280px]:gap-y-6">
          <MatchStep slug={slug} whole={shown} mayAll={mayAll} />
          <Preview slug={slug} whole={shown} />
        </div>
      ) : shown.state === 'checked' && shown.outcome ? (
        <div className="mt-1 grid grid-cols-[minmax(0,800px)_272px] items-start gap-x-14 max-[1280px]:grid-cols-1 max-[1280px]:gap-y-6">
          <DryRun slug={slug} whole={shown} outcome={shown.outcome} />
          <DryRunRail source={shown.source} outcome={shown.outcome} until={inDays(7)} />
        </div>
      ) : showsProjects(shown) && shown.outcome ? (
        <div className="mt-1 grid grid-cols-[minmax(0,800px)_272px] items-start gap-x-14 max-[1280px]:grid-cols-1 max-[1280px]:gap-y-6">
          <Ended slug={slug} whole={shown} />
          <CameRail slug={slug} outcome={shown.outcome} />
        </div>
      ) : (
        <Ended slug={slug} whole={shown} />
      )}
    </SettingsScreen>
  )
}
