import { type MouseEvent, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { dayWords } from '../../../ui/dates/shaped-day.ts'
import { Popover } from '../../../ui/popups/Popover.tsx'
import type { Typed } from '../../acts/newLine.ts'
import { QuickAdd } from '../../rows/QuickAdd.tsx'
import type { Take } from './CalendarBlock.tsx'
import type { OpenDay } from './CalendarWeek.tsx'
import { SmallRow } from './SmallRow.tsx'

type DaySheetProps = {
  open: OpenDay | null
  ids: readonly string[]
  projectKey: string
  mayEdit: boolean
  mayCreate: boolean
  take: Take
  onOpen: (id: string, event: MouseEvent) => void
  onAdd: (day: number, typed: Typed) => void
  onClose: () => void
}

/** Everything of one day, also what its cell has no room for, and a line to add to it. */
export const DaySheet = (props: DaySheetProps) => (
  <Popover
    label={props.open ? dayWords(props.open.day, 'EEEE d MMMM') : 'Day'}
    anchor={props.open?.anchor ?? null}
    open={props.open !== null}
    onOpenChange={next => !next && props.onClose()}
    className="w-80 overflow-y-auto p-1"
  >
    {props.open && <Sheet key={props.open.day} {...props} open={props.open} />}
  </Popover>
)

const Sheet = ({ open, ids, projectKey, mayEdit, mayCreate, ...rest }: DaySheetProps & { open: OpenDay }) => {
  const [adding, setAdding] = useState(open.adding)
  return (
    <>
      <h3 className="px-2 pt-1.5 pb-1 font-medium">{dayWords(open.day, 'EEEE d MMMM')}</h3>
      <ul>
        {ids.map(id => (
          <li key={id}>
            <SmallRow
              id={id}
              mayEdit={mayEdit}
              onTake={rest.take(id, 'due')}
              onOpen={(opened, event) => {
                rest.onClose()
                rest.onOpen(opened, event)
              }}
            />
          </li>
        ))}
      </ul>
      {ids.length === 0 && !adding && <p className="px-2 pb-1 text-ink-3">Nothing is due.</p>}
      {mayCreate &&
        (adding ? (
          <div className="p-1">
            <QuickAdd
              look="card"
              projectKey={projectKey}
              onAdd={typed => rest.onAdd(open.day, typed)}
              onClose={() => (open.adding ? rest.onClose() : setAdding(false))}
            />
          </div>
        ) : (
          <Button icon="plus" className="w-full !justify-start text-ink-3" onClick={() => setAdding(true)}>
            New issue
          </Button>
        ))}
    </>
  )
}
