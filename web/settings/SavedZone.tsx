import { useMemo } from 'react'
import { SavedChoice } from './SavedChoice.tsx'
import { zoneName, zoneNow, zoneOptions } from './zones.ts'

type SavedZoneProps = {
  /** The field of the call. */
  name: string
  detail: string
  value: string
  save: (zone: string) => Promise<unknown>
}

/** A time zone that saves itself, with the present time there. */
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
