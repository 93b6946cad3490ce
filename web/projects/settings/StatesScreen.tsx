import { useMemo, useRef, useState } from 'react'
import type { StateGroup } from '#contract/work/states.ts'
import { useRows } from '../../data/rows.ts'
import { InlineName } from '../../settings/rows/InlineName.tsx'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { useSettingsProject } from '../../settings/settingsProject.ts'
import { useAdmins } from '../../shell/admins.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { useFocusAfter } from '../../ui/useFocusAfter.ts'
import { StateLine } from './StateLine.tsx'
import { addState, groupNames, moveState, statesByGroup } from './stateActs.ts'
import { useCounts } from './useCounts.ts'

/** The first colour of a new state: that of its group. */
const FIRST_COLOUR: Record<StateGroup, string> = {
  backlog: '#A3A3A3',
  unstarted: '#3A3A3A',
  started: '#F59E0B',
  completed: '#16A34A',
  cancelled: '#EF4444',
}

/** The steps that an issue goes through: their order, groups, colours and which comes first. */
export const StatesScreen = () => {
  const { project, mayEdit } = useSettingsProject('state.update')
  const projectId = project?.id ?? ''
  const all = useRows('state')
  const states = useMemo(() => all.filter(state => state.project_id === projectId), [all, projectId])
  const counts = useCounts(projectId, 'state_id')
  const admins = useAdmins(projectId)
  const [adding, setAdding] = useState<StateGroup | null>(null)
  const [said, setSaid] = useState('')
  const groups = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfter(groups)
  if (!project) return null
  const step = async (id: string, by: -1 | 1) => {
    const flat = statesByGroup(states).flatMap(({ rows }) => rows)
    const state = flat.find(one => one.id === id)
    const beside = flat[flat.findIndex(one => one.id === id) + by]
    if (!state || !beside) return
    const alone = flat.filter(one => one.group === state.group).length === 1
    if (alone && beside.group !== state.group)
      return setSaid(`${groupNames[state.group as StateGroup]} needs at least one state.`)
    // At the edge of a group the next step leads into the one beyond it, not past its first state.
    const within = beside.group === state.group
    const edge = within ? (by < 0 ? 'before' : 'after') : by < 0 ? 'after' : 'before'
    // In another group its line is another one: what has the focus in it, has it there, too.
    const label = document.activeElement?.getAttribute('aria-label')
    if (!within)
      focusAfter(`[data-state="${id}"] ${label ? `[aria-label="${CSS.escape(label)}"]` : 'button'}`)
    await moveState(states, state, beside.group, beside.id, edge)
    setSaid(`${state.name} stands ${edge} ${beside.name}.`)
  }
  return (
    <SettingsScreen
      title="States"
      intro={`The steps that an issue of ${project.name} goes through. Their order here is their order on the board.`}
    >
      {!mayEdit && <p className="mt-2 text-ink-3">{`${admins} can change them.`}</p>}
      <p role="status" className="sr-only">
        {said}
      </p>
      <div ref={groups}>
        {statesByGroup(states).map(({ group, rows }) => (
          <section key={group} aria-label={groupNames[group]} className="mt-2 first-of-type:mt-3">
            <h3 className="-mx-2 flex h-9 items-center gap-2 rounded-control bg-sunken pr-1 pl-2 font-medium max-md:-mx-4 max-md:rounded-none max-md:pl-4">
              {groupNames[group]}
              <Count value={rows.length} className="font-normal" />
              <span className="flex-1" />
              {mayEdit && (
                <IconButton
                  icon="plus"
                  label={`Add a state to ${groupNames[group]}`}
                  onClick={() => setAdding(group)}
                  className="max-md:size-11"
                />
              )}
            </h3>
            <ul className="-mx-2">
              {rows.map((state, at) => (
                <StateLine
                  key={state.id}
                  state={state}
                  states={states}
                  isLater={at > 0}
                  isAlone={rows.length === 1}
                  count={counts ? (counts.get(state.id) ?? 0) : null}
                  mayEdit={mayEdit}
                  onStep={by => void step(state.id, by)}
                  onSay={setSaid}
                />
              ))}
              {adding === group && (
                <li className="flex h-9 items-center gap-2 pr-2 pl-8 max-md:h-12">
                  <StateIcon group={group} color={FIRST_COLOUR[group]} later={rows.length > 0} />
                  <InlineName
                    label={`Name of the new state in ${groupNames[group]}`}
                    placeholder="Name"
                    value=""
                    maxLength={255}
                    onEnd={name => {
                      setAdding(null)
                      if (name) void addState(projectId, group, name, FIRST_COLOUR[group])
                    }}
                  />
                </li>
              )}
            </ul>
          </section>
        ))}
      </div>
    </SettingsScreen>
  )
}
