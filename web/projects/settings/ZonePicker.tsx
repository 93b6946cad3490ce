import { useMemo } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'

const offsetOf = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date())
    .find(part => part.type === 'timeZoneName')?.value ?? ''

const useZones = () =>
  useMemo(
    () =>
      ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => ({
        id: zone,
        name: zone.replaceAll('_', ' '),
        detail: offsetOf(zone),
        words: offsetOf(zone),
      })),
    [],
  )

type ZonePickerProps = { value: string; onPick: (zone: string) => void }

export const ZonePicker = ({ value, onPick }: ZonePickerProps) => (
  <Picker
    label="Time zone"
    hint="City or offset…"
    dense
    options={useZones()}
    value={[value]}
    onPick={([zone]) => zone && onPick(zone)}
  >
    <Button size="form" variant="neutral" className="max-md:w-full max-md:justify-between">
      {value.replaceAll('_', ' ')}
      <Icon name="chevron-down" size={12} className="text-ink-3" />
    </Button>
  </Picker>
)
