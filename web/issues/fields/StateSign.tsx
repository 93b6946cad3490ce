/** The sign of a state, the same wherever it is. */
import type { RowTypes } from '../../data/entities.ts'
import { useMade } from '../../data/rows.ts'
import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import type { Found } from '../acts/searchIssues.ts'
import { statesOf } from './projectRows.ts'
import { useStateSign } from './useNamed.ts'

type StateSignProps = {
  issue: Parameters<typeof useStateSign>[0]
  size?: 14 | 16
  /** Its name is beside it. */
  silent?: boolean
}

export const StateSign = ({ issue, size, silent }: StateSignProps) => {
  const { label, ...sign } = useStateSign(issue)
  return <StateIcon {...sign} size={size} label={silent ? undefined : label} className="flex-none" />
}

/** Of a state that is chosen or named: its name is beside it. */
export const StateRowSign = ({ state, size }: { state: RowTypes['state']; size?: 14 | 16 }) => (
  <StateSign issue={{ state_id: state.id, state__group: state.group }} size={size} silent />
)

/** Of an issue that the server found: it names the state by its name, which its project has once. */
export const FoundSign = ({ found, size }: { found: Found; size?: 14 | 16 }) => {
  const state = useMade(statesOf, found.project_id).find(one => one.name === found.state__name)
  return state ? (
    <StateSign issue={{ state_id: state.id, state__group: state.group }} size={size} />
  ) : (
    <StateIcon group={found.state__group} color={found.state__color} size={size} label={found.state__name} />
  )
}
