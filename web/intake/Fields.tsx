import { type ReactNode, useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../data/rows.ts'
import { type Editing, FieldPicker } from '../issues/fields/FieldPicker.tsx'
import { type EditedField, hasField, looks } from '../issues/fields/fields.ts'
import { StateSign } from '../issues/fields/StateSign.tsx'
import {
  useAssignees,
  useEstimate,
  useIssueCycle,
  useIssueModules,
  useIssueState,
  useLabels,
} from '../issues/fields/useNamed.ts'
import { classes } from '../ui/classes.ts'
import { shortDay } from '../ui/dates/day-words.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Avatar, AvatarStack } from '../ui/marks/Avatar.tsx'
import { Label } from '../ui/marks/Label.tsx'
import { PriorityIcon, priorityNames } from '../ui/marks/PriorityIcon.tsx'
import { Menu } from '../ui/popups/Menu.tsx'

/** Always offered; the others when they are set, or from the menu behind them. */
const always: readonly EditedField[] = ['state', 'priority', 'assignees', 'labels']
const rest: readonly EditedField[] = ['cycle', 'modules', 'start_date', 'target_date', 'estimate']

const useFaces = (issue: Issue): Partial<Record<EditedField, ReactNode>> => {
  const state = useIssueState(issue)
  const [people, labels] = [useAssignees(issue), useLabels(issue)]
  const [cycle, modules, point] = [useIssueCycle(issue), useIssueModules(issue), useEstimate(issue)]
  const named = (icon: IconName, words: string) => (
    <>
      <Icon name={icon} className="text-ink-3" />
      <span className="cut max-w-40">{words}</span>
    </>
  )
  return {
    state: state && (
      <>
        <StateSign issue={issue} silent />
        {state.name}
      </>
    ),
    priority: (
      <>
        <PriorityIcon priority={issue.priority} silent />
        {issue.priority === 'none' ? 'Priority' : priorityNames[issue.priority]}
      </>
    ),
    assignees:
      people.length > 0 ? (
        <>
          <AvatarStack people={people} />
          {people.length === 1 && people[0]!.display_name}
        </>
      ) : (
        <>
          <Avatar silent /> Assignee
        </>
      ),
    labels:
      labels.length > 0
        ? labels.slice(0, 3).map(label => <Label key={label.id} label={label} className="text-13 text-ink" />)
        : named('tag', 'Label'),
    ...(cycle ? { cycle: named('iteration-cw', cycle.name) } : {}),
    ...(modules.length > 0 ? { modules: named('boxes', modules.map(one => one.name).join(', ')) } : {}),
    ...(issue.start_date ? { start_date: named('calendar', `From ${shortDay(issue.start_date)}`) } : {}),
    ...(issue.target_date ? { target_date: named('calendar', `Due ${shortDay(issue.target_date)}`) } : {}),
    ...(point ? { estimate: named('milestone', point) } : {}),
  }
}

const chip =
  'inline-flex h-7 max-w-full items-center gap-1.5 rounded-control bg-press px-2 text-ink max-md:h-8 max-md:rounded-card max-md:px-2.5'

/** The fields of the issue after accepting: the whole form, a chip each. */
export const Fields = ({ issue, mayEdit, title }: { issue: Issue; mayEdit: boolean; title: string }) => {
  const [editing, setEditing] = useState<Editing | null>(null)
  const project = useRow('project', issue.project_id)
  const faces = useFaces(issue)
  const shown = [...always, ...rest].filter(field => faces[field] && hasField(project, field))
  const more = rest.filter(field => !faces[field] && hasField(project, field))
  const edit = (field: EditedField, anchor: Element) => setEditing({ issueId: issue.id, field, anchor })
  return (
    <section aria-labelledby="fields">
      <h3 id="fields" className="flex h-8 items-center font-medium max-md:sr-only">
        {title}
      </h3>
      <div className="flex flex-wrap gap-1.5" data-fields>
        {shown.map(field =>
          mayEdit ? (
            <button
              key={field}
              type="button"
              data-field={field}
              aria-label={`Change ${looks[field].label.toLowerCase()}`}
              onClick={event => edit(field, event.currentTarget)}
              className={classes(chip, 'hover:brightness-[.97] dark:hover:brightness-110')}
            >
              {faces[field]}
            </button>
          ) : (
            <span key={field} className={chip}>
              {faces[field]}
            </span>
          ),
        )}
        {mayEdit && more.length > 0 && (
          <Menu
            entries={more.map(field => ({
              id: field,
              label: looks[field].label,
              run: () => {
                const anchor = document.querySelector('[data-fields]')
                if (anchor) edit(field, anchor)
              },
            }))}
          >
            <button type="button" aria-label="More fields" className={classes(chip, 'text-ink-2')}>
              <Icon name="plus" className="text-ink-3" />
            </button>
          </Menu>
        )}
      </div>
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
    </section>
  )
}
