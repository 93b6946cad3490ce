import { type ReactNode, useId } from 'react'
import { messageOf } from '#contract/messageOf.ts'
import type { ConfigurationKey } from '#contract/workspace/configuration.ts'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { Switch } from '../ui/controls/Switch.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Icon } from '../ui/icons.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { keepSettings, useInstance } from './instance.ts'
import type { Settings } from './useSettings.ts'

/** Words at the left, their control at the right; `--words` is another width of theirs. */
export const GRID =
  'mt-3 grid grid-cols-[var(--words,264px)_minmax(0,1fr)] items-start gap-x-6 max-md:grid-cols-1 max-md:gap-y-1.5'

/** Says that the environment sets it, not an admin. */
export const FromEnvironment = ({ name, id }: { name: string; id?: string }) => (
  <p id={id} className="mt-1.5 flex items-center gap-1.5 text-12 text-ink-3">
    <Icon name="lock" size={14} />
    <span>
      Set on the server by <code className="font-mono">{name}</code>
    </span>
  </p>
)

type SettingRowProps = {
  settings: Settings
  name: ConfigurationKey
  label: string
  hint?: string
  /** Below the field. */
  note?: string
  placeholder?: string
  required?: boolean
}

/** One text of the settings: its name at the left, its field at the right. */
export const SettingRow = (props: SettingRowProps) => {
  const { settings, name, label, hint, note, placeholder, required } = props
  const id = useId()
  const row = settings.rows.get(name)
  const isGiven = row?.is_set_by_environment ?? false
  const error = settings.errors[name]
  const common = {
    ...settings.input(name),
    id,
    placeholder,
    required,
    readOnly: isGiven,
    autoComplete: 'off',
    'aria-describedby': `${id}-said`,
    'aria-invalid': Boolean(error) || undefined,
    className: isGiven ? '!bg-sunken !text-ink-2 !shadow-none' : '',
  }
  return (
    <div className={GRID}>
      <div className="pt-2.5 max-md:pt-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && <p className="mt-0.5 text-12 text-ink-3">{hint}</p>}
      </div>
      <div>
        {row?.is_encrypted && !isGiven ? (
          <PasswordInput
            {...common}
            // The placeholder of a kept secret is no part of a new one.
            onFocus={event => event.target.select()}
            onChange={event => settings.set({ [name]: event.target.value.replaceAll('•', '') })}
          />
        ) : (
          <TextInput {...common} />
        )}
        <div id={`${id}-said`}>
          {isGiven && <FromEnvironment name={name} />}
          {note && !isGiven && !error && <p className="mt-1.5 text-12 text-ink-3">{note}</p>}
          {error && (
            <p role="alert" className="mt-1.5 text-12 text-danger">
              {error}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

type SwitchRowProps = {
  name: ConfigurationKey
  label: string
  hint?: string
  /** Shown as on where it is off: the question is asked the other way round. */
  turned?: boolean
  mark?: ReactNode
  /** The hint has a line of its own. */
  tall?: boolean
  /** Before the switch. */
  beside?: ReactNode
  /** Why it cannot be switched now; a lock is before it. */
  held?: string | null
  /** There is nothing to switch yet. */
  disabled?: boolean
}

/** A setting that keeps itself when it is switched. */
export const SwitchRow = (props: SwitchRowProps) => {
  const { name, label, hint, turned = false, mark, tall = false, beside, held, disabled } = props
  const id = useId()
  const { rows } = useInstance()
  const row = rows.get(name)
  const isGiven = row?.is_set_by_environment ?? false
  const isOn = (row?.value === '1') !== turned
  const change = (on: boolean) =>
    keepSettings({ [name]: on === turned ? '0' : '1' }).catch(failure => toast.failure(messageOf(failure)))
  return (
    <div
      className={`-mx-2 flex items-center gap-3 rounded-control px-2 py-1 ${tall ? 'min-h-11' : 'min-h-9'}`}
    >
      {mark}
      <div className="min-w-0 flex-1">
        <span className={tall || !mark ? 'font-medium' : ''}>{label}</span>
        <span id={id} className="text-12 text-ink-3">
          {hint && <span className={tall ? 'mt-0.5 block' : 'ml-2'}>{hint}</span>}
          {isGiven && <FromEnvironment name={name} />}
        </span>
      </div>
      {beside}
      {held && <Icon name="lock" size={14} className="text-ink-3" />}
      {!disabled && (
        <Switch
          label={label}
          checked={isOn}
          disabled={isGiven}
          held={held}
          describedBy={id}
          onChange={on => void change(on)}
        />
      )}
    </div>
  )
}
