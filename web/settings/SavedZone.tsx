import { useMemo } from 'react'
import { SavedChoice } from './SavedChoice.tsx'
import { zoneName, zoneNow, zoneOptions } from './zones.ts'

type SavedZoneProps = {
  /** What the call names it. */
  name: string
  detail: string
  value: string
  save: (zone: string) => Promise<unknown>
}

/** A time zone that keeps itself, with what the clock says there. */
export const SavedZone = ({ name, detail, value, save }: SavedZoneProps) => (
  <SavedChoice
    label="Time zone"
    name={name}
    detail={detail}
    options={useMemo(() => zoneOptions(value), [value])}
    value={value}
    shown={zoneName(value)}
    aside={zoneNow(value)}
    save={save}
  />
)
