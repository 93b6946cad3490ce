import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Field } from '../controls/Field.tsx'
import { Dialog } from '../popups/Dialog.tsx'
import { DayField } from './DayField.tsx'

type Days = { from: string | null; to: string | null }
type DaysDialogProps = Days & {
  title: string
  /** One of them may be left out: all before, or all after. */
  halfOpen?: boolean
  onChange: (days: Days) => void
  onClose: () => void
}

/** From which day to which, typed as people say them. */
export const DaysDialog = ({ title, halfOpen = false, onChange, onClose, ...given }: DaysDialogProps) => {
  const [from, setFrom] = useState(given.from)
  const [to, setTo] = useState(given.to)
  const isBackwards = from !== null && to !== null && from > to
  const isReady = !isBackwards && (halfOpen ? Boolean(from || to) : Boolean(from && to))
  return (
    <Dialog open onOpenChange={open => open || onClose()} title={title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          if (!isReady) return
          onChange({ from, to })
          onClose()
        }}
      >
        <Field label="From">
          <DayField name="from" value={from} onChange={setFrom} />
        </Field>
        <Field label="To" error={isBackwards ? 'This is before the first day.' : undefined}>
          <DayField name="to" value={to} onChange={setTo} invalid={isBackwards} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={!isReady}>
            Show these days
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
