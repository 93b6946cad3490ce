import { useState } from 'react'
import { ColourDots } from '../../settings/rows/ColourDots.tsx'
import { InlineName } from '../../settings/rows/InlineName.tsx'
import { LabelDot } from '../../ui/marks/Label.tsx'
import { addLabel, type Label } from './labelActs.ts'

type NewLabelProps = { project: string; group: Label | null; colour: string; onEnd: () => void }

/** A new label, on top: Enter adds it and goes on to the next, Escape ends. */
export const NewLabel = ({ project, group, colour: first, onEnd }: NewLabelProps) => {
  const [colour, setColour] = useState(first)
  return (
    <div className="mt-2 flex min-h-9 items-center gap-2 pl-6 max-md:pl-0">
      <LabelDot color={colour} className="!size-2.5" />
      <InlineName
        stays
        label={group ? `Name of the new label in ${group.name}` : 'Name of the new label'}
        placeholder={group ? `In ${group.name}` : 'Name'}
        value=""
        maxLength={255}
        onEnd={name => {
          if (name) void addLabel(project, name, colour, group?.id ?? null)
          else onEnd()
        }}
      >
        <ColourDots label="Colour" value={colour} onPick={setColour} />
      </InlineName>
    </div>
  )
}
