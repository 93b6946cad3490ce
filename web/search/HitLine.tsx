import type { Hit } from '#contract/lists/search.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import { StateRowSign } from '../issues/fields/StateSign.tsx'
import { classes } from '../ui/classes.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'

type Text = Hit['name']

/** A text with the words that were looked for; `quiet`: without a ground, as in a title. */
export const Marked = ({ text: { text, marks }, quiet }: { text: Text; quiet?: boolean }) => (
  <>
    {marks.map(([from, to], at) => (
      <span key={from}>
        {text.slice(marks[at - 1]?.[1] ?? 0, from)}
        <mark
          className={classes('rounded-tag font-semibold text-ink', quiet ? 'bg-transparent' : 'bg-press')}
        >
          {text.slice(from, to)}
        </mark>
      </span>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </>
)

const icons: Record<Hit['kind'], IconName> = {
  issue: 'circle-dot',
  request: 'inbox',
  comment: 'message-square',
  page: 'file-text',
  thread: 'message-square',
  attachment: 'file-text',
  person: 'circle-user',
  project: 'briefcase',
  cycle: 'iteration-cw',
  module: 'boxes',
  view: 'layers',
  label: 'tag',
}

export const HitMark = ({ hit }: { hit: Hit }) => {
  const state = useRow('state', hit.state_id)
  const project = useRow('project', hit.kind === 'project' ? hit.id : null)
  const person = useRow('user', hit.kind === 'person' ? hit.person_id : null)
  if (hit.kind === 'issue' && state) return <StateRowSign state={state} size={16} />
  if (project) return <ProjectTile project={projectLook(project)} />
  if (person) return <Avatar person={person} silent />
  return <Icon name={icons[hit.kind]} className="text-ink-3" />
}
