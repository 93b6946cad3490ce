import type { ReactNode } from 'react'
import { Icon } from '../ui/icons.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import type { PickerOption } from '../ui/popups/useChoices.ts'
import { SavedTick, SettingsRow } from './SettingsRow.tsx'
import { useSave } from './saving.ts'

type SavedChoiceProps = {
  label: string
  /** The field of the call. */
  name?: string
  detail?: string
  hint?: string
  options: readonly PickerOption[]
  value: string
  shown: string
  /** At the end of the field. */
  aside?: ReactNode
  save: (id: string) => Promise<unknown>
}

/** A single choice that keeps itself. */
export const SavedChoice = ({
  label,
  name,
  detail,
  hint,
  options,
  value,
  shown,
  aside,
  save,
}: SavedChoiceProps) => {
  const kept = useSave(name)
  return (
    <SettingsRow label={label} detail={detail} hint={hint} error={kept.error}>
      <span className="relative flex items-center">
        <Picker
          label={label}
          options={options}
          value={[value]}
          onPick={([id]) => id && id !== value && void kept.save(() => save(id))}
        >
          <button
            type="button"
            aria-label={`${label}: ${shown}`}
            className="flex h-10 w-full items-center gap-2 rounded-control bg-raised px-3 text-14 shadow-[inset_0_0_0_1px_var(--line-strong)]"
          >
            <span className="cut flex-1 text-left">{shown}</span>
            {!kept.isSaved && aside && <span className="cut text-13 text-ink-3 max-md:hidden">{aside}</span>}
            {!kept.isSaved && <Icon name="chevron-down" size={14} className="text-ink-3" />}
          </button>
        </Picker>
        {kept.isSaved && <SavedTick />}
      </span>
    </SettingsRow>
  )
}
