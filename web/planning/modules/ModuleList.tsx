import type { ReactNode } from 'react'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import { useNarrow } from '../../ui/viewport.ts'
import { SectionStrip } from '../SectionStrip.tsx'
import { MODULE_GRID, ModuleRow } from './ModuleRow.tsx'
import { ModuleStatusIcon } from './ModuleStatusIcon.tsx'
import type { ModulesShown } from './moduleRows.ts'
import { statusNames } from './moduleRows.ts'

/** Modules by status; chosen ones are changed together. */
export const ModuleList = ({
  groups,
  measure,
  today,
  favorites,
  moves,
  shut,
  toggle,
  chosen,
}: ModulesShown) => {
  const narrow = useNarrow()
  return (
    <div className="min-h-0 min-w-0 flex-1 overflow-y-auto bg-bg pb-16 max-md:pb-24">
      {groups.map(({ status, modules }, nth) => (
        <section key={status} aria-label={statusNames[status]} className="mt-1.5 first:mt-0">
          <SectionStrip
            name={statusNames[status]}
            icon={<ModuleStatusIcon status={status} />}
            count={modules.length}
            shut={shut.has(status)}
            onToggle={() => toggle(status)}
            grid={MODULE_GRID}
            columns={nth === 0 && <Columns />}
          />
          {!shut.has(status) && (
            <RowsInSight rows={modules}>
              {module => (
                <ModuleRow
                  favorite={favorites.has(module.id)}
                  isSelected={chosen.includes(module.id)}
                  onPut={moves.onPut}
                  {...{ module, measure, today, narrow }}
                />
              )}
            </RowsInSight>
          )}
        </section>
      ))}
    </div>
  )
}

const Column = ({ children, className = '' }: { children?: ReactNode; className?: string }) => (
  <span className={`text-12 text-ink-3 ${className}`}>{children}</span>
)

const Columns = () => (
  <>
    <Column className="max-desk:hidden">Forecast</Column>
    <Column className="max-md:hidden">Progress</Column>
    <Column />
    <Column className="text-right max-xl:hidden">Done</Column>
    <Column className="max-desk:hidden">Dates</Column>
    <Column className="max-md:hidden">Lead</Column>
    <Column className="max-xl:hidden">Members</Column>
  </>
)
