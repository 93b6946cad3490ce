import { useLayoutEffect, useState } from 'react'
import type { Configuration, ConfigurationKey } from '#contract/workspace/configuration.ts'
import { CallError } from '../data/client.ts'
import { useFields } from '../forms/useForm.ts'
import { useLeaveGuard } from '../ui/leaveGuard.ts'
import { keepSettings, useInstance } from './instance.ts'
import { useUnsaved } from './LeaveQuestion.tsx'

/** Settings that work only together, and are kept together. */
export const useSettings = (keys: readonly ConfigurationKey[]) => {
  const { rows } = useInstance()
  const kept = Object.fromEntries(keys.map(key => [key, rows.get(key)?.value ?? ''])) as Configuration
  const form = useFields({
    begin: () => kept,
    send: values => {
      const changed = keys.filter(key => values[key] !== kept[key])
      return keepSettings(Object.fromEntries(changed.map(key => [key, values[key]])))
    },
    // As they are there now: without blanks around them, and a secret as one that is kept.
    onDone: now => form.again(now),
  })
  const [known, setKnown] = useState(kept)
  // The screen begins with what this browser knew: what others have kept since comes into the fields that nobody has changed.
  useLayoutEffect(() => {
    const others = keys.filter(key => kept[key] !== known[key])
    if (others.length === 0) return
    const untouched = others.filter(key => form.values[key] === known[key])
    form.set(Object.fromEntries(untouched.map(key => [key, kept[key]])))
    setKnown(kept)
  })
  const changed = keys.filter(key => form.values[key] !== kept[key])
  const count = changed.length
  useUnsaved(count > 0)
  useLeaveGuard(() => count > 0)
  return {
    ...form,
    rows,
    /** What is there and is not kept. */
    unsaved: Object.fromEntries(changed.map(key => [key, form.values[key]])),
    /** Shows a refusal at the fields that it names; false where it names none of them. */
    showAt: (failure: unknown): boolean => {
      if (!(failure instanceof CallError) || keys.every(key => !(key in failure.body))) return false
      form.refuse(failure)
      return true
    },
    pending: { count, isBusy: form.isBusy, discard: () => form.again(kept), save: form.submit },
  }
}

export type Settings = ReturnType<typeof useSettings>
