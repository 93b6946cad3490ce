import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'

export type Property = {
  id: string
  label: string
  /** Null where nothing is set. */
  value: ReactNode
  /** It is new to the person here: how it was when they last looked, empty where nothing was set. */
  was?: string | undefined
  keys?: string
  /** Its value takes the whole column: a control is at its end. */
  wide?: boolean
  /** Left out where room is short. */
  quiet?: boolean
  /** Opens its picker; missing where it may only be read. */
  onEdit?: (anchor: HTMLElement) => void
}

type ValueProps = { property: Property; none: string; className: string }

const Was = ({ words }: { words: string }) => (
  <>
    {words && <span className="whitespace-nowrap text-12 text-ink-3">was {words}</span>}
    <span role="img" aria-label="New" className="size-1.5 flex-none rounded-full bg-accent" />
  </>
)

const Value = ({ property, none, className }: ValueProps) => {
  const { id, label, keys, onEdit } = property
  const value = (
    <>
      {property.value ?? <span className="text-ink-3">{none}</span>}
      {property.was !== undefined && <Was words={property.was} />}
    </>
  )
  if (!onEdit) return <span className={classes(className, property.wide && 'md:flex-1')}>{value}</span>
  return (
    <Tooltip label={`Change ${label.toLowerCase()}`} keys={keys} disabled={!keys}>
      <button
        type="button"
        data-field={id}
        onClick={event => onEdit(event.currentTarget)}
        className={classes(className, 'hover:bg-hover data-[popup-open]:bg-press')}
      >
        <span className="sr-only">{label}: </span>
        {value}
      </button>
    </Tooltip>
  )
}

type PropertyGridProps = { properties: readonly Property[]; columns?: 1 | 2 }

/** Down the first column, then down the second; one column where there is no room for two. Chips on a phone. */
export const PropertyGrid = ({ properties, columns = 2 }: PropertyGridProps) => {
  const shown = properties.filter(property => !property.quiet)
  return (
    <div className="@container/fields">
      <dl
        className={classes(
          'grid grid-flow-col gap-x-6 max-md:hidden md:@max-[420px]/fields:flex md:@max-[420px]/fields:flex-col',
          columns === 2 ? 'grid-cols-2' : 'grid-cols-1',
        )}
        style={{ gridTemplateRows: `repeat(${Math.ceil(properties.length / columns)}, minmax(28px, auto))` }}
      >
        {properties.map(property => (
          <div
            key={property.id}
            className={classes(
              'grid min-h-7 grid-cols-[84px_minmax(0,1fr)] items-center',
              property.quiet && '@max-[420px]/fields:order-1',
            )}
          >
            <dt className="text-ink-3">{property.label}</dt>
            <dd className="flex min-w-0">
              <Value
                property={property}
                none="None"
                className="-ml-1.5 flex min-h-7 min-w-0 max-w-full items-center gap-2 rounded-control px-1.5 text-left"
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-1.5 md:hidden">
        {shown.map(property => (
          <Value
            key={property.id}
            property={property}
            none={property.label}
            className="flex h-8 min-w-0 items-center gap-1.5 rounded-card bg-press px-2.5"
          />
        ))}
      </div>
    </div>
  )
}
