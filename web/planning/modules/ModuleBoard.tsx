import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Module } from '#contract/planning/modules.ts'
import { useRow } from '../../data/rows.ts'
import { BoardColumn } from '../../issues/list/BoardColumn.tsx'
import { useLongRows } from '../../shell/list/longRows.ts'
import { RowDots, RowStar } from '../../shell/list/Row.tsx'
import { openModuleForm } from '../../shell/overlays.ts'
import { useOverscan } from '../../ui/behind.ts'
import { classes } from '../../ui/classes.ts'
import { draggable, dropTargetForElements } from '../../ui/drag/engine.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { mayFavor, toggleFavorite } from '../favorites.ts'
import { StateBar } from '../progress/StateBar.tsx'
import { NO_TOTALS, progressOf } from '../progress/totals.ts'
import { ModuleDates } from './ModuleDates.tsx'
import { ModuleStatusButton } from './ModuleRow.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import { changeModule } from './moduleActions.ts'
import { forecastOf } from './moduleList.ts'
import { moduleAddress } from './moduleMenu.ts'
import type { ModulesShown } from './moduleRows.ts'
import { type ModuleStatus, mayChangeModule, statusNames, statusOrder } from './moduleRows.ts'

/** A column for each status that holds a module, and for the usual targets of a move. */
const STANDING: readonly ModuleStatus[] = ['in-progress', 'planned', 'completed']

export const ModuleBoard = (props: ModulesShown) => {
  const { groups } = props
  const columns = statusOrder.flatMap(status => {
    const modules = groups.find(group => group.status === status)?.modules ?? []
    return modules.length > 0 || STANDING.includes(status) ? [{ status, modules }] : []
  })
  return (
    <div className="flex min-h-0 min-w-0 flex-1 gap-2 overflow-x-auto px-4 pt-1 pb-3">
      {columns.map(column => (
        <Column key={column.status} {...props} {...column} />
      ))}
    </div>
  )
}

type CardsOf = 'status' | 'modules' | 'favorites'
/** About as high as a card is, and the space between two. */
const CARD = 104
const GAP = 6

type ColumnProps = ModulesShown & {
  status: ModuleStatus
  modules: readonly Module[]
}

const Column = (props: ColumnProps) => {
  const { projectId, status, modules, shut, toggle, measure, today, favorites, mayCreate } = props
  const well = useRef<HTMLElement>(null)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const element = well.current
    if (!element) return
    const moved = (data: Record<string | symbol, unknown>) => data.module as Module | undefined
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => moved(source.data) !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const module = moved(source.data)
        if (module && module.status !== status) void changeModule(module, { status })
      },
    })
  }, [status])
  return (
    <BoardColumn
      ref={well}
      what="module"
      name={statusNames[status]}
      icon={<ModuleStatusIcon status={status} />}
      count={modules.length}
      over={over}
      shut={shut.has(status)}
      onToggle={() => toggle(status)}
      {...(mayCreate ? { onAdd: () => openModuleForm({ projectId, status }) } : {})}
    >
      <Cards {...{ status, modules, measure, today, favorites }} />
    </BoardColumn>
  )
}

/** The cards of one column; only those in sight are drawn. */
const Cards = (props: Omit<ModuleCardProps, 'module' | 'favorite'> & Pick<ColumnProps, CardsOf>) => {
  const { status, modules, favorites, ...card } = props
  const ids = useMemo(() => modules.map(module => module.id), [modules])
  const { list, virtual } = useLongRows<HTMLUListElement>({
    ids,
    height: CARD,
    gap: GAP,
    overscan: useOverscan(6),
  })
  return (
    <ul
      ref={list}
      data-rows
      aria-label={`${statusNames[status]} modules`}
      className="relative flex-none"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const module = modules[index]
        return (
          module && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <ModuleCard {...card} module={module} favorite={favorites.has(module.id)} />
            </li>
          )
        )
      })}
    </ul>
  )
}

type ModuleCardProps = Pick<ModulesShown, 'measure' | 'today'> & {
  module: Module
  favorite: boolean
}

const ModuleCard = memo(({ module, measure, today, favorite }: ModuleCardProps) => {
  const card = useRef<HTMLElement>(null)
  const [isHeld, setHeld] = useState(false)
  const totals = useRow('module_progress', module.id) ?? NO_TOTALS
  const lead = useRow('user', module.lead_id)
  const issues = progressOf('module', totals, 'issues')
  const forecast = forecastOf(module, totals, measure, today)
  const mayMove = mayChangeModule(module)
  useEffect(() => {
    const element = card.current
    if (!element || !mayMove) return
    return draggable({
      element,
      getInitialData: () => ({ module }),
      onDragStart: () => setHeld(true),
      onDrop: () => setHeld(false),
    })
  }, [module, mayMove])
  return (
    <article
      ref={card}
      data-row={module.id}
      aria-label={module.name}
      className={classes(
        'group relative flex flex-none flex-col gap-1.5 rounded-control bg-raised px-2.5 py-2 shadow-[inset_0_0_0_1px_var(--edge)] hover:bg-[image:linear-gradient(var(--hover),var(--hover))]',
        isHeld && 'opacity-42',
      )}
    >
      <div className="flex h-5 items-center gap-1">
        <span className="num flex-1 text-12 text-ink-3">
          {issues.done} of {issues.of}
        </span>
        <span className="flex opacity-0 focus-within:opacity-100 group-hover:opacity-100 group-data-open:opacity-100 has-data-[popup-open]:opacity-100 pointer-coarse:opacity-100">
          {mayMove && (
            <span className="grid size-6 place-items-center">
              <ModuleStatusButton module={module} />
            </span>
          )}
          {mayFavor('module', module) && (
            <RowStar name={module.name} on={favorite} run={() => void toggleFavorite('module', module)} />
          )}
          <RowDots name={module.name} className="" />
        </span>
        {lead && <Avatar person={lead} />}
      </div>
      <h3 className="text-pretty font-medium text-13 leading-[18px]">
        <Link to={moduleAddress(module)} draggable={false} className="row-link">
          {module.name}
        </Link>
      </h3>
      {module.description && <p className="cut text-12 text-ink-3">{module.description}</p>}
      <StateBar kind="module" totals={totals} measure={measure} height={6} />
      <div className="flex h-5 items-center justify-between gap-2">
        {forecast?.late ? (
          <span className="inline-flex h-5 items-center gap-1 rounded-full bg-warn-tint pr-2 pl-1.5 font-medium text-12 text-warn shadow-[inset_0_0_0_1px_var(--edge)]">
            <Icon name="triangle-alert" size={12} />
            {forecast.words}
          </span>
        ) : (
          <span />
        )}
        <ModuleDates module={module} today={today} />
      </div>
    </article>
  )
})
