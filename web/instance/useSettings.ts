import { type Configuration, type ConfigurationKey, KEPT_SECRET } from '#contract/workspace/configuration.ts'
import { useFields } from '../forms/useForm.ts'
import { keepSettings, useInstance } from './instance.ts'
import { useUnsaved } from './LeaveQuestion.tsx'

/** Settings that work only together, and are kept together. */
export const useSettings = (keys: readonly ConfigurationKey[]) => {
  const { rows } = useInstance()
  const kept = () => Object.fromEntries(keys.map(key => [key, rows.get(key)?.value ?? ''])) as Configuration
  const form = useFields({
    begin: kept,
    guarded: true,
    send: async values => {
      const before = kept()
      const changed = keys.filter(key => values[key] !== before[key])
      await keepSettings(Object.fromEntries(changed.map(key => [key, values[key]])))
      return values
    },
    // A secret that was typed is one that is kept from now on.
    onDone: values => form.again(Object.fromEntries(keys.map(key => [key, asKept(key, values[key])]))),
  })
  const asKept = (key: ConfigurationKey, value: string) =>
    rows.get(key)?.is_encrypted && value ? KEPT_SECRET : value
  const before = kept()
  const count = keys.filter(key => form.values[key] !== before[key]).length
  useUnsaved(count > 0)
  return {
    ...form,
    rows,
    pending: { count, isBusy: form.isBusy, discard: () => form.again(kept()), save: form.submit },
  }
}

export type Settings = ReturnType<typeof useSettings>
