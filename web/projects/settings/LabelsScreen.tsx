import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { entriesOf } from '#contract/keys.ts'
import { fold } from '#contract/lists/folding.ts'
import { useRows } from '../../data/rows.ts'
import { shades } from '../../settings/rows/ColourDots.tsx'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { useSettingsProject } from '../../settings/settingsProject.ts'
import { useAdmins } from '../../shell/admins.ts'
import { FindField } from '../../shell/list/FindField.tsx'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { LabelLine } from './LabelLine.tsx'
import { besideLabel, type Label, type LabelOrder, labelOrders, linesOf, putLabel } from './labelActs.ts'
import { NewLabel } from './NewLabel.tsx'
import { useCounts } from './useCounts.ts'

const anyColour = () => shades[Math.floor(Math.random() * shades.length)]?.[1] ?? '#3b82d6'

const HEIGHTS = { wide: 36, narrow: 48 }

/** Words that cut across states and modules: one in another, in an order of the project's own. */
export const LabelsScreen = () => {
  const { project, mayEdit } = useSettingsProject('label.update')
  const projectId = project?.id ?? ''
  const all = useRows('label')
  const labels = useMemo(() => all.filter(label => label.project_id === projectId), [all, projectId])
  const counts = useCounts(projectId, 'labels__id')
  const admins = useAdmins(projectId)
  const [query, setQuery] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  /** Null: none is being made. The id of the group that a new one comes into, else ''. */
  const [adding, setAdding] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [address, setAddress] = useSearchParams()
  const asked = address.get('order') ?? ''
  const order: LabelOrder = Object.hasOwn(labelOrders, asked) ? (asked as LabelOrder) : 'manual'
  const wanted = fold(query.trim())
  const lines = useMemo(() => {
    const found = labels.filter(label => fold(label.name).includes(wanted))
    if (!wanted) return linesOf(labels, folded, order, counts)
    return found.map(label => ({ id: label.id, label, depth: 0 as const, below: 0, isLast: false }))
  }, [labels, folded, wanted, order, counts])
  if (!project) return null
  const add = (group: string) => {
    setQuery('')
    setAdding(group)
  }
  const foldGroup = (id: string) => {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    setFolded(next)
  }
  const step = async (label: Label, by: -1 | 1) => {
    const beside = besideLabel(labels, label, by)
    if (!beside) return
    const spot = by < 0 ? 'before' : 'after'
    await putLabel(labels, label, beside, spot)
    setSaid(`${label.name} stands ${spot} ${beside.name}.`)
  }
  const newLabel = mayEdit && (
    <Button variant="primary" onClick={() => add('')} className="max-md:h-11">
      New label
    </Button>
  )
  return (
    <SettingsScreen
      title="Labels"
      count={labels.length}
      intro="Words that cut across states and modules. Drop one label on another to put it inside."
      primary={newLabel}
      controls={
        labels.length > 0 && (
          <>
            <FindField label="Find a label" placeholder="Find a label" value={query} onChange={setQuery} />
            <Menu
              align="end"
              entries={entriesOf(labelOrders).map(([id, label]) => ({
                id,
                label,
                checked: id === order,
                run: () => setAddress(id === 'manual' ? {} : { order: id }, { replace: true }),
              }))}
            >
              <Button icon="arrow-up-down" className="-mr-2 max-md:h-11">
                {labelOrders[order]}
              </Button>
            </Menu>
          </>
        )
      }
    >
      {!mayEdit && <p className="mt-2 text-ink-3">{`${admins} can change them.`}</p>}
      <p role="status" className="sr-only">
        {said}
      </p>
      {adding !== null && (
        <NewLabel
          key={adding}
          project={projectId}
          group={labels.find(label => label.id === adding) ?? null}
          colour={labels.find(label => label.id === adding)?.color || anyColour()}
          onEnd={() => setAdding(null)}
        />
      )}
      {labels.length === 0 && adding === null && (
        <EmptyState title="No labels yet" actions={newLabel}>
          A label gathers issues across states and modules.
        </EmptyState>
      )}
      {labels.length > 0 && lines.length === 0 && (
        <EmptyState
          title={`No label is called ${query.trim()}`}
          actions={
            <Button variant="neutral" size="large" onClick={() => setQuery('')}>
              Clear the search
            </Button>
          }
        >
          {`Searched ${labels.length} labels.`}
        </EmptyState>
      )}
      <RowsInSight label="Labels" rows={lines} grows heights={HEIGHTS} className="-mx-2 mt-2">
        {line => (
          <LabelLine
            {...line}
            labels={labels}
            count={counts ? (counts.get(line.label.id) ?? 0) : null}
            mayEdit={mayEdit}
            isFixed={wanted !== '' || order !== 'manual'}
            isFolded={folded.has(line.label.id)}
            onFold={() => foldGroup(line.label.id)}
            onStep={by => void step(line.label, by)}
            onAdd={() => add(line.label.id)}
            onSay={setSaid}
          />
        )}
      </RowsInSight>
    </SettingsScreen>
  )
}
