/** What a dry run found that the import would do, and what an import has done. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ImportOutcome, ImportSource, Match, WholeImport } from '#contract/workspace/imports.ts'
import { projectLook } from '../../data/projectLook.ts'
import { useRow } from '../../data/rows.ts'
import { to } from '../../places/address.ts'
import { clockText, dayText, fullDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { ProjectTile } from '../../ui/marks/ProjectTile.tsx'
import { Faults } from './Faults.tsx'
import { counted, inFigures, nounOf, outcomeWords } from './importWords.ts'

const Stat = ({ value, children }: { value: number; children: ReactNode }) => (
  <div className="flex flex-col whitespace-nowrap max-md:whitespace-normal">
    <span className="num font-semibold text-20">{inFigures(value)}</span>
    <span className="text-12 text-ink-3">{children}</span>
  </div>
)

const zero = (count: number) => (count === 0 ? 'text-ink-3' : '')

type ProjectProps = {
  one: ImportOutcome['projects'][number]
  match: Match | undefined
  isPages: boolean
}

const GRID =
  'grid grid-cols-[minmax(0,1fr)_repeat(5,72px)] items-center gap-x-3 rounded-control px-2 max-md:grid-cols-[minmax(0,1fr)_repeat(3,52px)]'

const ProjectLine = ({ one, match, isPages }: ProjectProps) => {
  // Lines that could not be read belong to no project.
  const isLeftOut = match === undefined || match.to.to === 'skip'
  const project = useRow('project', one.id)
  return (
    <li className={`${GRID} min-h-8 hover:bg-hover`}>
      <span className={`flex min-w-0 items-center gap-2 ${isLeftOut ? 'text-ink-3' : ''}`}>
        {project ? (
          <ProjectTile project={projectLook(project)} />
        ) : (
          <Icon name="folder" className="text-ink-3" />
        )}
        <span className="cut">{one.name || (match ? 'All issues' : 'Lines that could not be read')}</span>
        <span className="flex-none text-12 text-ink-3">
          {match && (isLeftOut ? 'left out' : one.is_new ? 'new' : 'joined')}
        </span>
      </span>
      {[one.rows, one.new].map((count, nth) => (
        <span key={nth === 0 ? 'rows' : 'new'} className={`num text-right ${zero(count)}`}>
          {inFigures(count)}
        </span>
      ))}
      <span className={`num text-right max-md:hidden ${zero(one.matched)}`}>{inFigures(one.matched)}</span>
      <span className={`num text-right ${zero(one.skipped)}`}>{inFigures(one.skipped)}</span>
      {!isPages && (
        <span className={`num text-right max-md:hidden ${zero(one.comments)}`}>
          {inFigures(one.comments)}
        </span>
      )}
    </li>
  )
}

const Projects = ({ whole, outcome }: { whole: WholeImport; outcome: ImportOutcome }) => (
  <section className="mt-5" aria-label="Projects">
    <div className={`${GRID} -mx-2 h-7 text-12 text-ink-3`}>
      <span>Project</span>
      <span className="text-right">{whole.source === 'pages' ? 'In the zip' : 'In the file'}</span>
      <span className="text-right">New</span>
      <span className="text-right max-md:hidden">Matched</span>
      <span className="text-right">Skipped</span>
      {whole.source !== 'pages' && <span className="text-right max-md:hidden">Comments</span>}
    </div>
    <ul className="-mx-2">
      {outcome.projects.map(one => (
        <ProjectLine
          key={one.value}
          one={one}
          isPages={whole.source === 'pages'}
          match={whole.matches.projects.find(({ value }) => value === one.value)}
        />
      ))}
    </ul>
  </section>
)

const clock = (moment: string) => clockText(new Date(moment))

/** The answer of a dry run, before anything is written. */
export const DryRun = ({
  slug,
  whole,
  outcome,
}: {
  slug: string
  whole: WholeImport
  outcome: ImportOutcome
}) => (
  <div className="min-w-0">
    <p>
      <span className="font-medium">Nothing has been changed yet.</span>{' '}
      <span className="text-ink-2">
        This is what the import would do with the {counted(whole.rows, ...nounOf(whole.source))} in the file.
        Run at {clock(outcome.at)}, took {Math.max(1, Math.round(outcome.took_ms / 1000))} s.
      </span>
    </p>
    <div className="mt-3 flex flex-wrap gap-x-10 gap-y-2">
      <Stat value={whole.new_count}>new {nounOf(whole.source)[1]}</Stat>
      <Stat value={whole.matched_count}>
        {whole.source === 'pages' ? 'here already, left as they are' : 'matched'}
        {outcome.changed > 0 && `, ${inFigures(outcome.changed)} with newer values`}
      </Stat>
      <Stat value={whole.skipped_count}>skipped</Stat>
      <Stat value={whole.empty_count}>
        {whole.source === 'pages' ? 'things left out of pages' : 'values left empty'}
      </Stat>
    </div>
    <Projects whole={whole} outcome={outcome} />
    <Faults slug={slug} whole={whole} />
  </div>
)

/** Beside the dry run: what comes with the issues, and what happens when it starts. */
export const DryRunRail = ({
  source,
  outcome,
  until,
}: {
  source: ImportSource
  outcome: ImportOutcome
  until: string
}) => (
  <aside className="min-w-0" aria-label="Also comes">
    <h3 className="flex h-8 items-center font-medium">Also comes</h3>
    {outcomeWords
      .filter(([kind]) => !['issues', 'pages'].includes(kind) && (outcome.kinds[kind]?.made ?? 0) > 0)
      .map(([kind, name]) => (
        <div key={kind} className="flex min-h-7 items-baseline gap-2 py-1 text-ink-2">
          {name} <span className="num ml-auto text-ink">{inFigures(outcome.kinds[kind]!.made)}</span>
        </div>
      ))}
    <h3 className="mt-4 flex h-8 items-center font-medium">When it starts</h3>
    <ul className="text-ink-2 [&>li]:py-1">
      {outcome.invited.length > 0 && (
        <li>
          <span className="text-ink">
            {counted(outcome.invited.length, 'invitation goes out', 'invitations go out')}
          </span>
          <span className="cut block text-12 text-ink-3">{outcome.invited.slice(0, 3).join(', ')}</span>
        </li>
      )}
      <li className="text-pretty">No notifications, mails or webhooks for single {nounOf(source)[1]}</li>
      <li>Everybody can go on working meanwhile</li>
      <li>Undo as one change until {until}</li>
    </ul>
  </aside>
)

const reasonOf = (
  kind: string,
  { new_count, matched_count }: WholeImport,
  { changed, invited }: ImportOutcome,
) => {
  if (kind === 'issues' && matched_count > 0)
    return `${inFigures(new_count)} new; ${inFigures(matched_count)} were here${changed > 0 ? `, ${inFigures(changed)} of them updated` : ''}`
  return kind === 'people' && invited.length > 0 ? `${inFigures(invited.length)} invited` : ''
}

/** Whether each issue that was found is here now, or was skipped. */
export const Counted = ({ whole, outcome }: { whole: WholeImport; outcome: ImportOutcome }) => {
  const owner = useRow('user', whole.owner)
  const { found = 0, made = 0 } = outcome.kinds.issues ?? {}
  const lost = found - made - whole.skipped_count
  const ended = whole.ended_at ?? outcome.at
  return (
    <p className="text-pretty text-ink-2">
      {fullDay(dayText(new Date(ended)))}, {clock(ended)}
      {owner && `, by ${owner.display_name}`}.{' '}
      {lost === 0 ? (
        'Counted again afterwards: every issue that was found is here or was skipped.'
      ) : (
        <span className="text-warn">
          Counted again afterwards: {counted(Math.abs(lost), 'issue does', 'issues do')} not agree with the
          file.
        </span>
      )}
    </p>
  )
}

/** Beside what came: where it is. */
export const CameRail = ({ slug, outcome }: { slug: string; outcome: ImportOutcome }) => (
  <aside className="min-w-0" aria-label="Projects">
    <h3 className="flex h-8 items-center font-medium">Projects</h3>
    <ul>
      {outcome.projects
        .filter(one => one.id !== null && one.new + one.matched > 0)
        .map(one => (
          <CameInto key={one.value} slug={slug} one={one} />
        ))}
    </ul>
  </aside>
)

const CameInto = ({ slug, one }: { slug: string; one: ImportOutcome['projects'][number] }) => {
  const project = useRow('project', one.id)
  if (!project) return null
  return (
    <li>
      <Link
        to={to('issues', { slug, projectId: project.id })}
        className="-mx-2 flex h-8 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11"
      >
        <ProjectTile project={projectLook(project)} />
        <span className="cut">{project.name}</span>
        <span className="flex-none text-12 text-ink-3">{one.is_new ? 'new' : 'joined'}</span>
        <span className="num ml-auto">{inFigures(one.new)}</span>
      </Link>
    </li>
  )
}

/** What came, beside what the file held. */
export const Came = ({
  slug,
  whole,
  outcome,
}: {
  slug: string
  whole: WholeImport
  outcome: ImportOutcome
}) => (
  <div className="min-w-0">
    <section className="mt-5" aria-label="What came">
      <h3 className="font-medium">What came</h3>
      <table className="-mx-2 mt-1 w-full">
        <thead className="text-12 text-ink-3">
          <tr className="h-7">
            <th className="px-2 text-left font-normal" aria-label="Kind" />
            <th className="w-24 text-right font-normal">In the file</th>
            <th className="w-24 text-right font-normal">Here now</th>
            <th className="w-24 px-2 text-right font-normal">Not here</th>
            <th className="w-[45%] max-md:hidden" aria-label="Of these" />
          </tr>
        </thead>
        <tbody>
          {outcomeWords
            .filter(([kind]) => (outcome.kinds[kind]?.found ?? 0) > 0)
            .map(([kind, name]) => {
              const { found, made, missing } = outcome.kinds[kind]!
              return (
                <tr key={kind} className="h-8">
                  <td className="whitespace-nowrap px-2">{name}</td>
                  <td className="num text-right">{inFigures(found)}</td>
                  <td className="num text-right">{inFigures(made)}</td>
                  <td className={`num px-2 text-right ${zero(missing)}`}>{inFigures(missing)}</td>
                  <td className="cut pl-4 text-12 text-ink-3 max-md:hidden">
                    {reasonOf(kind, whole, outcome)}
                  </td>
                </tr>
              )
            })}
        </tbody>
      </table>
    </section>
    <Faults slug={slug} whole={whole} />
  </div>
)
