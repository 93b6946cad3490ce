import { useState } from 'react'
import { useRows } from '../../../data/rows.ts'
import { StateRowSign } from '../../../issues/fields/StateSign.tsx'
import { SettingsRow } from '../../../settings/SettingsRow.tsx'
import { SettingsScreen, SettingsSection } from '../../../settings/SettingsScreen.tsx'
import { useSettingsProject } from '../../../settings/settingsProject.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Picker } from '../../../ui/popups/Picker.tsx'
import { changeProject } from '../projectActs.ts'
import { CyclesAhead } from './CyclesAhead.tsx'
import { Reach } from './Reach.tsx'

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)
const monthsText = (count: number) => (count === 1 ? '1 month' : `${count} months`)

type MonthsProps = { label: string; value: number; onPick: (months: number) => void }

const Months = ({ label, value, onPick }: MonthsProps) => (
  <Picker
    label={label}
    options={MONTHS.map(count => ({ id: String(count), name: monthsText(count) }))}
    value={[String(value)]}
    onPick={([id]) => id && onPick(Number(id))}
  >
    <Button size="form" variant="neutral" aria-label={`${label}: ${monthsText(value)}`}>
      {monthsText(value)}
      <Icon name="chevron-down" size={12} className="text-ink-3" />
    </Button>
  </Picker>
)

/** Automations on issues that nobody touches. */
export const AutomationsScreen = () => {
  const { project } = useSettingsProject()
  const states = useRows('state')
    .filter(state => state.project_id === project?.id && state.group === 'cancelled')
    .sort((a, b) => a.sequence - b.sequence)
  const [months, setMonths] = useState({ archive: 1, close: 1 })
  if (!project) return null
  const { archive_in, close_in } = project
  const target = states.find(state => state.id === project.default_state) ?? states[0]
  return (
    <SettingsScreen
      title="Automations"
      intro="What Tandem does automatically. Issues in a current or upcoming cycle or module are neither archived nor closed."
    >
      <SettingsSection title="Archive">
        <SettingsRow
          low
          label="Archive closed issues"
          detail="Completed and cancelled issues that nobody updates"
        >
          <Switch
            checked={archive_in > 0}
            onChange={on => void changeProject(project, { archive_in: on ? months.archive : 0 })}
          />
        </SettingsRow>
        <Reach project={project} rule="archive_in" months={archive_in || months.archive} />
        {archive_in > 0 && (
          <SettingsRow label="After">
            <Months
              label="Archive after"
              value={archive_in}
              onPick={count => {
                setMonths({ ...months, archive: count })
                void changeProject(project, { archive_in: count })
              }}
            />
          </SettingsRow>
        )}
      </SettingsSection>
      <SettingsSection title="Close">
        <SettingsRow low label="Close idle issues" detail="Open issues that nobody updates">
          <Switch
            checked={close_in > 0}
            onChange={on =>
              void changeProject(
                project,
                on
                  ? { close_in: months.close, default_state: target?.id ?? null }
                  : { close_in: 0, default_state: null },
              )
            }
          />
        </SettingsRow>
        <Reach project={project} rule="close_in" months={close_in || months.close} />
        {close_in > 0 && (
          <>
            <SettingsRow label="After">
              <Months
                label="Close after"
                value={close_in}
                onPick={count => {
                  setMonths({ ...months, close: count })
                  void changeProject(project, { close_in: count })
                }}
              />
            </SettingsRow>
            <SettingsRow
              label="New state"
              hint={states.length === 1 ? 'The only cancelled state of the project.' : undefined}
            >
              <Picker
                label="State of closed issues"
                options={states.map(state => ({
                  id: state.id,
                  name: state.name,
                  icon: <StateRowSign state={state} />,
                }))}
                value={target ? [target.id] : []}
                onPick={([id]) => id && void changeProject(project, { default_state: id })}
              >
                <Button
                  size="form"
                  variant="neutral"
                  aria-label={`State of closed issues: ${target?.name ?? 'None'}`}
                >
                  {target && <StateRowSign state={target} />}
                  {target?.name ?? 'None'}
                  <Icon name="chevron-down" size={12} className="text-ink-3" />
                </Button>
              </Picker>
            </SettingsRow>
          </>
        )}
      </SettingsSection>
      {project.cycle_view && <CyclesAhead project={project} />}
    </SettingsScreen>
  )
}
