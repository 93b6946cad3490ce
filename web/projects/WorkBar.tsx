import { seesAll } from '../data/viewer.ts'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import { groupNames, type ProjectWork } from './projectWork.ts'

const parts = [
  { group: 'completed', colour: 'bg-(--st-done)' },
  { group: 'started', colour: 'bg-(--st-started)' },
] as const

/** How much of a project is done, and under way, as far as the person sees it. */
type WorkBarProps = { project: string; work: ProjectWork | undefined }

export const WorkBar = ({ project, work }: WorkBarProps) => {
  if (!work || work.total === 0)
    return (
      <span className="text-12 text-ink-3">{seesAll(project) ? 'No issues yet' : 'No issues to see'}</span>
    )
  const words = Object.entries(work.of)
    .map(([group, count]) => `${count} ${groupNames[group as keyof typeof groupNames]}`)
    .join(' · ')
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Tooltip label={words}>
        <span
          role="img"
          aria-label={words}
          className="relative z-[1] flex h-2 w-33 min-w-0 max-md:w-24 flex-none gap-0.5 overflow-hidden rounded-tag"
        >
          {parts.map(
            ({ group, colour }) =>
              work.of[group] > 0 && (
                <span
                  key={group}
                  className={colour}
                  style={{ flexGrow: work.of[group], flexBasis: 0, minWidth: 2 }}
                />
              ),
          )}
          {work.of.completed + work.of.started < work.total && (
            <span
              className="bg-(--pr-off)"
              style={{ flexGrow: work.of.unstarted + work.of.backlog, flexBasis: 0 }}
            />
          )}
        </span>
      </Tooltip>
      <span className="num flex-none text-12 text-ink-2">
        {work.of.completed} of {work.total}
      </span>
    </span>
  )
}
