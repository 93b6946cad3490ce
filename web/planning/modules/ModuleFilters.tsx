import { entriesOf } from '#contract/keys.ts'
import { useRowsOf } from '../../data/rowsBy.ts'
import { useProjectPeople } from '../../issues/fields/projectRows.ts'
import { HeaderButton } from '../../shell/Header.tsx'
import { type SpanFilter, useSpanFilters } from '../../shell/spans/SpanFilters.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { ChipWord, PlanChips } from '../PlanChips.tsx'
import { favouritesFilter, PlanFilterMenu } from '../PlanFilterMenu.tsx'
import { spansAhead } from '../spansAhead.ts'
import { toggled } from '../usePlanAddress.ts'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { filtersIn, type ModuleQuery, moduleLayouts, sorts } from './moduleList.ts'
import { statusNames, statusOrder } from './moduleRows.ts'

type ModuleFilterMenuProps = {
  projectId: string
  query: ModuleQuery
  /** In the archive they are nobody's favourites. */
  ended?: boolean
  onChange: (patch: Record<string, string | null>) => void
}

const spansOf = ({ starts, due }: ModuleQuery): SpanFilter[] => [
  { name: 'starts', label: 'Starts', names: spansAhead, value: starts },
  { name: 'due', label: 'Due', names: spansAhead, value: due },
]

export const layoutNames = { list: 'List', board: 'Board', timeline: 'Timeline' } as const

/** What of the modules is shown. */
export const ModuleFilterMenu = ({ projectId, query, ended = false, onChange }: ModuleFilterMenuProps) => {
  const people = useProjectPeople(projectId)
  const spans = useSpanFilters(spansOf(query), onChange)
  const faces = (name: 'lead' | 'member', held: readonly string[]): MenuEntry[] =>
    people.map(person => ({
      id: person.id,
      label: person.display_name,
      icon: <Avatar person={person} silent />,
      checked: held.includes(person.id),
      stays: true,
      run: () => onChange({ [name]: toggled(held, person.id) }),
    }))
  const filters: MenuEntry[] = [
    {
      id: 'status',
      label: 'Status',
      icon: 'circle-dot',
      children: statusOrder.map(status => ({
        id: status,
        label: statusNames[status],
        icon: <ModuleStatusIcon status={status} />,
        checked: query.statuses.includes(status),
        stays: true,
        run: () => onChange({ status: toggled(query.statuses, status) }),
      })),
    },
    {
      id: 'lead',
      label: 'Lead',
      icon: 'circle-user',
      children: [
        {
          id: 'none',
          label: 'No lead',
          checked: query.leads.includes('none'),
          stays: true,
          run: () => onChange({ lead: toggled(query.leads, 'none') }),
        },
        ...faces('lead', query.leads),
      ],
    },
    { id: 'member', label: 'Members', icon: 'users-round', children: faces('member', query.members) },
    ...spans.entries,
    ...(ended ? [] : [favouritesFilter(query.favorites, onChange)]),
  ]
  return (
    <>
      <PlanFilterMenu
        label="Find modules"
        words={query.words}
        entries={filters}
        count={filtersIn(query)}
        onChange={onChange}
      />
      {spans.question}
    </>
  )
}

/** The same, and how it is shown: in which order, and on a phone as what. */
export const ModuleFilters = ({ narrow, ...props }: ModuleFilterMenuProps & { narrow: boolean }) => {
  const { query, onChange } = props
  const display: MenuEntry[] = [
    ...(narrow
      ? [
          ...moduleLayouts.map(layout => ({
            id: layout,
            label: layoutNames[layout],
            checked: query.layout === layout,
            run: () => onChange({ layout: layout === 'list' ? null : layout }),
          })),
          { id: 'end', rule: true as const },
        ]
      : []),
    { id: 'by', heading: 'Order' },
    ...entriesOf(sorts).map(([id, label]) => ({
      id,
      label,
      checked: query.sort === id,
      stays: true,
      run: () => onChange({ sort: id === 'name' ? null : id }),
    })),
    ...(query.sort === 'manual'
      ? []
      : [
          { id: 'rule', rule: true as const },
          ...[false, true].map(isTurned => ({
            id: isTurned ? 'desc' : 'asc',
            label: isTurned ? 'Descending' : 'Ascending',
            checked: query.isTurned === isTurned,
            stays: true,
            run: () => onChange({ turned: isTurned ? 'true' : null }),
          })),
        ]),
  ]
  return (
    <>
      <ModuleFilterMenu {...props} />
      <Menu entries={display} align="end">
        <HeaderButton icon="sliders-horizontal">Display</HeaderButton>
      </Menu>
    </>
  )
}

/** What the list is narrowed to. */
export const ModuleChips = ({ query, onChange }: Pick<ModuleFilterMenuProps, 'query' | 'onChange'>) => {
  const people = useRowsOf('user', [...query.leads, ...query.members])
  const faces = (held: readonly string[]) => {
    const found = people.filter(person => held.includes(person.id))
    return [
      ...(held.includes('none') ? [<ChipWord key="none" name="No lead" last={found.length === 0} />] : []),
      ...found.map(person => (
        <ChipWord
          key={person.id}
          mark={<Avatar person={person} size={16} silent />}
          name={person.display_name}
          last={person === found.at(-1)}
        />
      )),
    ]
  }
  const statuses = statusOrder.filter(one => query.statuses.includes(one))
  return (
    <PlanChips
      sets={[
        {
          name: 'status',
          icon: 'circle-dot',
          label: 'Status',
          words: statuses.map(one => (
            <ChipWord key={one} name={statusNames[one]} last={one === statuses.at(-1)} />
          )),
        },
        { name: 'lead', icon: 'circle-user', label: 'Lead', words: faces(query.leads) },
        { name: 'member', icon: 'users-round', label: 'Members', words: faces(query.members) },
      ]}
      spans={spansOf(query)}
      favorites={query.favorites}
      onChange={onChange}
    />
  )
}
