import { useEffect } from 'react'
import { useParams } from 'react-router'
import { keysOf } from '#contract/keys.ts'
import { type ConfigurationKey, mailIsOn } from '#contract/workspace/configuration.ts'
import { type Provider, ProviderMark, providerLooks } from '../account/providerMarks.tsx'
import { Icon } from '../ui/icons.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { InstanceFrame } from './InstanceFrame.tsx'
import { useInstance } from './instance.ts'
import { ProviderRow } from './ProviderRow.tsx'
import { SwitchRow } from './SettingRow.tsx'
import { useTestEnd } from './TestProvider.tsx'
import { useSettings } from './useSettings.ts'

const names = keysOf(providerLooks)
const upper = (provider: Provider) => provider.toUpperCase() as 'GOOGLE' | 'GITHUB' | 'GITLAB'

/** The ways to sign in that are on: the last one cannot be switched off. */
const useWays = () => {
  const { rows } = useInstance()
  const value = (key: string) => rows.get(key)?.value ?? ''
  const byMail = mailIsOn({ EMAIL_HOST: value('EMAIL_HOST') })
  const hasKeys = (one: Provider) =>
    value(`${upper(one)}_CLIENT_ID`) !== '' && value(`${upper(one)}_CLIENT_SECRET`) !== ''
  const isOn = (one: Provider) => value(`IS_${upper(one)}_ENABLED`) === '1' && hasKeys(one)
  const code = byMail && value('ENABLE_MAGIC_LINK_LOGIN') === '1'
  const password = value('ENABLE_EMAIL_PASSWORD') === '1'
  const on = [code, password, ...names.map(isOn)].filter(Boolean).length
  return { byMail, code, password, hasKeys, isOn, on }
}

const LAST = 'One way to sign in has to stay on'

const keys: readonly ConfigurationKey[] = names.flatMap(one => {
  const name = upper(one)
  return [`${name}_HOST`, `${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`] as const
})

const Ways = ({ opened }: { opened: string | undefined }) => {
  const ways = useWays()
  const { mailTest } = useInstance()
  const settings = useSettings(keys)
  const discard = useSteady(() => {
    if (settings.pending.count > 0) settings.pending.discard()
  })
  // Whoever leaves the keys of one unsaved has been asked: they are not kept behind those of another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another is opened
  useEffect(() => discard, [opened])
  const lastOf = (isOn: boolean) => (isOn && ways.on === 1 ? LAST : null)
  return (
    <InstanceFrame
      title="Authentication"
      intro="Who may make an account here, and how people prove who they are."
      pending={settings.pending}
    >
      <div className="mt-3">
        <SwitchRow
          name="ENABLE_SIGNUP"
          label="Sign-up without an invitation"
          hint="Off: only invited addresses can make an account."
          tall
        />
      </div>
      <div className="mt-4 flex h-8 items-center gap-2">
        <h3 className="font-medium">Ways to sign in</h3>
        <Count value={`${ways.on} of ${2 + names.length} on`} />
      </div>
      <SwitchRow
        name="ENABLE_MAGIC_LINK_LOGIN"
        label="Code by e-mail"
        mark={<Icon name="mail" className="text-ink-3" />}
        hint={
          ways.byMail && mailTest?.holds
            ? 'mailed, works once, for ten minutes'
            : 'needs a mail server that passed its test'
        }
        held={lastOf(ways.code)}
      />
      <SwitchRow
        name="ENABLE_EMAIL_PASSWORD"
        label="Password"
        mark={<Icon name="key-round" className="text-ink-3" />}
        hint="at least 8 characters, hard to guess"
        held={lastOf(ways.password)}
      />
      {names.map(one => (
        <ProviderRow
          key={one}
          provider={one}
          isOpen={opened === one}
          hasKeys={ways.hasKeys(one)}
          held={lastOf(ways.isOn(one))}
          mark={<ProviderMark of={one} />}
          settings={settings}
        />
      ))}
    </InstanceFrame>
  )
}

/** Sign-up, and the ways to sign in; begins anew once the settings are there. */
export const AuthenticationScreen = () => {
  useTestEnd()
  return <Ways key={useInstance().status} opened={useParams().provider} />
}
