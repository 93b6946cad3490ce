import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type Provider, providerLooks } from '../account/providerMarks.tsx'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { copyText } from '../ui/copy.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { useInstance } from './instance.ts'
import { leave } from './LeaveQuestion.tsx'
import { GRID, SettingRow, SwitchRow } from './SettingRow.tsx'
import { TestProvider } from './TestProvider.tsx'
import type { Settings } from './useSettings.ts'

const upper = (provider: Provider) => provider.toUpperCase() as 'GOOGLE' | 'GITHUB' | 'GITLAB'

/** A value to enter at the provider; it cannot be changed here. */
const Copied = ({ label, value }: { label: string; value: string }) => (
  <div className={`${GRID} items-center!`}>
    <span className="font-medium">{label}</span>
    <span className="flex min-h-10 items-center gap-2 rounded-control bg-press pr-1 pl-3 text-13">
      <span className="min-w-0 flex-1 break-all">{value}</span>
      <Button icon="copy" onClick={() => void copyText(value, label)}>
        Copy
      </Button>
    </span>
  </div>
)

type KeysProps = Pick<ProviderRowProps, 'provider' | 'hasKeys' | 'settings'>

const Keys = ({ provider, hasKeys, settings }: KeysProps) => {
  const name = upper(provider)
  return (
    <form
      {...settings.props}
      className="-mx-2 mb-1.5 rounded-b-control bg-sunken pt-px pr-4 pb-4 pl-9 [--words:148px] max-md:pl-4"
    >
      {settings.general && <Banner tone="danger">{settings.general}</Banner>}
      <SettingRow
        settings={settings}
        name={`${name}_HOST`}
        label="Host"
        hint="Change this for a self-hosted server"
        required
      />
      <SettingRow
        settings={settings}
        name={`${name}_CLIENT_ID`}
        label={provider === 'gitlab' ? 'Application ID' : 'Client ID'}
      />
      <SettingRow
        settings={settings}
        name={`${name}_CLIENT_SECRET`}
        label={provider === 'gitlab' ? 'Secret' : 'Client secret'}
        {...(hasKeys && { note: 'The old secret works until you save.' })}
      />
      <Copied label="Homepage URL" value={location.origin} />
      <Copied label="Callback URL" value={`${location.origin}/auth/${provider}/callback/`} />
      <div className={GRID}>
        <span className="max-md:hidden" />
        <TestProvider provider={provider} settings={settings} />
      </div>
    </form>
  )
}

type OpenerProps = { name: string; isOpen: boolean; hasKeys: boolean; onClick: () => void }

/** In words as long as there are no keys. */
const Opener = ({ name, isOpen, hasKeys, onClick }: OpenerProps) =>
  hasKeys ? (
    <IconButton
      icon={isOpen ? 'chevron-up' : 'chevron-down'}
      label={`Edit ${name}`}
      aria-expanded={isOpen}
      onClick={onClick}
    />
  ) : (
    <Button
      aria-expanded={isOpen}
      aria-label={`Set up ${name}`}
      on={isOpen}
      className="-mr-2"
      onClick={onClick}
    >
      Set up
    </Button>
  )

type ProviderRowProps = {
  provider: Provider
  isOpen: boolean
  hasKeys: boolean
  held: string | null
  mark: ReactNode
  settings: Settings
}

/** One service that may let people in: whether it does, and the keys that it knows us by. */
export const ProviderRow = ({ provider, isOpen, hasKeys, held, mark, settings }: ProviderRowProps) => {
  const go = useNavigate()
  const { rows } = useInstance()
  const { name } = providerLooks[provider]
  const isOn = rows.get(`IS_${upper(provider)}_ENABLED`)?.value === '1'
  const toggle = () =>
    leave(() => void go(isOpen ? to('instanceAuthentication') : to('instanceProvider', { provider })))
  return (
    <>
      <div className={isOpen ? '-mx-2 rounded-t-control bg-sunken px-2' : ''}>
        <SwitchRow
          name={`IS_${upper(provider)}_ENABLED`}
          label={name}
          mark={<span className="text-ink-3">{mark}</span>}
          hint={hasKeys ? (isOn ? 'on' : 'set up, not on yet') : 'no keys yet'}
          held={held}
          disabled={!hasKeys && !isOn}
          beside={<Opener name={name} isOpen={isOpen} hasKeys={hasKeys} onClick={toggle} />}
        />
      </div>
      {isOpen && <Keys {...{ provider, hasKeys, settings }} />}
    </>
  )
}
