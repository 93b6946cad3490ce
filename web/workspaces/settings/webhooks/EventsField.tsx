import { useState } from 'react'
import type { WebhookEvent } from '#contract/workspace/webhooks.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { allEvents, eventNames } from './webhookWords.ts'

type EventsProps = { value: readonly WebhookEvent[]; onChange: (events: WebhookEvent[]) => void }

/** The nouns that a webhook reports. */
export const EventsField = ({ value, onChange }: EventsProps) => {
  const isAll = value.length === allEvents.length
  const [isChosen, setChosen] = useState(!isAll)
  return (
    <div>
      <p className="mb-1.5 font-medium">Events</p>
      <Segmented
        label="Events"
        className="w-fit"
        parts={[
          { id: 'all', label: 'Everything' },
          { id: 'chosen', label: 'Chosen' },
        ]}
        value={isChosen ? 'chosen' : 'all'}
        onChange={next => {
          setChosen(next === 'chosen')
          if (next === 'all') onChange([...allEvents])
        }}
      />
      {isChosen && (
        <div className="mt-2 grid grid-cols-3 gap-x-3 max-md:grid-cols-2">
          {allEvents.map(event => (
            <Checkbox
              key={event}
              label={eventNames[event]}
              checked={value.includes(event)}
              onChange={isOn => onChange(isOn ? [...value, event] : value.filter(one => one !== event))}
              className="h-7 max-md:h-11"
            >
              {eventNames[event]}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  )
}
