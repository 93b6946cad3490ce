import { useState } from 'react'
import { Link } from 'react-router'
import { type UserProjects, userWorkRoutes } from '#contract/work/userWork.ts'
import { call } from '../data/client.ts'
import { useClock, useFirstWeekday } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { useJoinedProjects } from '../data/me.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow, useRows } from '../data/rows.ts'
import { useHere, viewer } from '../data/viewer.ts'
import { useAsked } from '../home/asked.ts'
import { Figure, GroupBar } from '../home/figures.tsx'
import { OPEN, type Totals, type Whole } from '../home/personIssues.ts'
import { dueUntil, endOfWeek } from '../home/spans.ts'
import { useMinute, zoneName } from '../home/timeOfDay.ts'
import { workLink } from '../home/workLink.ts'
import { to } from '../places/address.ts'
import { clockText, dayOf } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { AgentMark, Avatar } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'

const roleWords: Record<number, string> = { 20: 'Admin', 15: 'Member', 5: 'Guest' }

const Fact = ({ name, value }: { name: string; value: string | null }) => (
  <div className="flex h-7 items-center">
    <dt className="w-21 flex-none text-ink-3">{name}</dt>
    <dd className="num cut">{value ?? <Skeleton className="w-32" />}</dd>
  </div>
)

const longDay = (moment: string) =>
  dayOf(moment)?.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }) ?? ''

/** Sums of a person's issues: those that are open, those that are over, and those that they made. */
export type Work = { open: Whole; ended: Totals; created: Totals }
type CardProps = { person: RowTypes['user']; work: Work }

/** A person, and their work in each project that the reader shares. */
export const PersonCard = ({ person, work }: CardProps) => {
  const { slug, workspaceId } = useHere()
  const isMe = person.id === viewer()?.id
  const workspace = useRow('workspace', workspaceId)
  const membership = useRows('workspace_member').find(
    row => row.member_id === person.id && row.workspace_id === workspaceId,
  )
  const now = useMinute()
  const { value } = useAsked<UserProjects>(`profile/${person.id}/face`, '', async () => {
    const { body } = await call(userWorkRoutes.projects, { params: { ws: slug, userId: person.id } })
    return body
  })
  const face = value?.user_data
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ') || person.display_name
  const role = membership?.is_active ? roleWords[membership.role] : null
  return (
    <aside
      aria-label={name}
      className="w-[336px] flex-none px-5.5 py-4 shadow-[inset_1px_0_0_var(--line)] max-desk:w-full max-desk:px-6 max-md:px-4 max-desk:shadow-[inset_0_-1px_0_var(--line)]"
    >
      <div className="flex items-center gap-3">
        <Avatar person={person} size={48} silent />
        <div className="min-w-0 flex-1">
          <h2 className="cut font-semibold text-20 leading-7 tracking-[-.014em]">{name}</h2>
          {person.is_bot ? <AgentMark /> : <p className="cut text-12 text-ink-3">{person.display_name}</p>}
        </div>
        {isMe && (
          <Link
            to={to('account')}
            className="flex h-7 items-center gap-1.5 rounded-control bg-press px-2 hover:brightness-[.97] max-md:h-11"
          >
            <Icon name="pencil" className="text-ink-3" />
            Edit
          </Link>
        )}
      </div>
      <dl className="mt-3">
        <Fact name="Joined" value={face ? longDay(face.date_joined) : null} />
        <Fact
          name="Time zone"
          value={face ? `${zoneName(face.user_timezone)}, ${clockText(now, face.user_timezone)} now` : null}
        />
        {face?.email && <Fact name="E-mail" value={face.email} />}
        <Fact name="Role" value={role ? `${role} of ${workspace?.name ?? ''}` : 'No longer a member'} />
      </dl>
      <Shared {...{ person, work }} />
    </aside>
  )
}

const Shared = ({ person, work }: CardProps) => {
  const projects = useJoinedProjects()
  const { open, ended, created } = work
  const held = projects.filter(
    ({ id }) =>
      open.issues.some(issue => issue.project_id === id) ||
      (ended?.of(id) ?? 0) > 0 ||
      (created?.of(id) ?? 0) > 0,
  )
  if (held.length === 0) return null
  return (
    <section aria-label="Projects" className="mt-4 max-desk:hidden">
      <div className="flex h-8 items-center justify-between">
        <h3 className="font-medium">Projects</h3>
        <span className="text-12 text-ink-3">done of all assigned</span>
      </div>
      {held.map((project, at) => (
        <ProjectPart key={project.id} {...{ project, person, work }} begins={at < 2} />
      ))}
    </section>
  )
}

type ProjectPartProps = CardProps & { project: RowTypes['project']; begins: boolean }

const ProjectPart = ({ project, person, work, begins }: ProjectPartProps) => {
  const [isOpen, setOpen] = useState(begins)
  const { slug } = useHere()
  const { today } = useClock()
  const end = endOfWeek(today, useFirstWeekday())
  const mine = work.open.issues.filter(issue => issue.project_id === project.id)
  const done = work.ended?.of(project.id, 'completed') ?? 0
  const share = mine.length + done > 0 ? Math.round((100 * done) / (mine.length + done)) : 0
  const here = { project: project.id }
  const state_group = OPEN.join()
  const count = (group: string) => mine.filter(issue => issue.state__group === group).length
  return (
    <div className="pb-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex h-8 w-full items-center gap-2 rounded-control text-left"
      >
        <ProjectTile project={projectLook(project)} />
        <span className="cut flex-1 font-medium">{project.name}</span>
        <span className="num text-12 text-ink-2">{share} %</span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} className="text-ink-3" />
      </button>
      <GroupBar
        className="my-1 h-1.5"
        parts={[
          { group: 'completed', count: done },
          { group: 'started', count: count('started') },
          { group: 'unstarted', count: count('unstarted') },
          { group: 'backlog', count: count('backlog') },
        ]}
      />
      {isOpen && (
        <div className="grid grid-cols-4 pt-1">
          <Figure
            small
            name="created"
            value={work.created?.of(project.id) ?? null}
            href={workLink(slug, person.id, 'created', here)}
          />
          <Figure
            small
            name="assigned"
            value={mine.length}
            href={workLink(slug, person.id, 'assigned', { ...here, state_group })}
          />
          <Figure
            small
            name="due"
            value={dueUntil(mine, end).length}
            href={workLink(slug, person.id, 'assigned', {
              ...here,
              state_group,
              target_date: `${end};before`,
            })}
          />
          <Figure
            small
            name="done"
            value={done}
            href={workLink(slug, person.id, 'assigned', { ...here, state_group: 'completed' })}
          />
        </div>
      )}
    </div>
  )
}
