import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ConfigurationKey } from '#contract/workspace/configuration.ts'
import { type Provider, providerLooks } from '../account/providerMarks.tsx'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { copyText } from '../ui/copy.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { useInstance } from './instance.ts'
import { leave } from './LeaveQuestion.tsx'
import { SettingRow, SwitchRow } from './SettingRow.tsx'
import { useSettings } from './useSettings.ts'

const upper = (provider: Provider) => provider.toUpperCase() as 'GOOGLE' | 'GITHUB' | 'GITLAB'

/** A value to enter at the provider; it cannot be changed here. */
const Copied = ({ label, value }: { label: string; value: string }) => (
  <div className="mt-3 grid grid-cols-[264px_minmax(0,1fr)] items-center gap-x-6 max-md:grid-cols-1 max-md:gap-y-1.5">
    <span className="font-medium">{label}</span>
    <span className="flex min-h-10 items-center gap-2 rounded-control bg-press px-3 text-14">
      <span className="min-w-0 flex-1 break-all">{value}</span>
      <Button icon="copy" onClick={() => void copyText(value, label)}>
        Copy
      </Button>
    </span>
  </div>
)

const Keys = ({ provider }: { provider: Provider }) => {
  const name = upper(provider)
  const keys: ConfigurationKey[] = [`${name}_HOST`, `${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`]
  const settings = useSettings(keys)
  const { pending } = settings
  return (
    <form {...settings.props} className="-mx-2 mb-2 rounded-card bg-sunken px-4 pt-1 pb-4">
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
        hint="The current one works until you save."
      />
      <Copied label="Homepage URL" value={location.origin} />
      <Copied label="Callback URL" value={`${location.origin}/auth/${provider}/callback/`} />
      <div className="mt-4 flex items-center justify-end gap-2">
        {pending.count > 0 && <Button onClick={pending.discard}>Discard</Button>}
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={settings.isBusy}
          disabled={pending.count === 0}
        >
          Save
        </Button>
      </div>
    </form>
  )
}

type ProviderRowProps = {
  provider: Provider
  isOpen: boolean
  hasKeys: boolean
  held: string | null
  mark: ReactNode
}

/** One service that may let people in: whether it does, and the keys that it knows us by. */
export const ProviderRow = ({ provider, isOpen, hasKeys, held, mark }: ProviderRowProps) => {
  const go = useNavigate()
  const { status, rows } = useInstance()
  const { name } = providerLooks[provider]
  const isOn = rows.get(`IS_${upper(provider)}_ENABLED`)?.value === '1'
  return (
    <>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <SwitchRow
            name={`IS_${upper(provider)}_ENABLED`}
            label={name}
            mark={<span className="text-ink-3">{mark}</span>}
            hint={hasKeys ? (isOn ? 'on' : 'set up, not on yet') : 'no keys yet'}
            held={held}
            disabled={!hasKeys && !isOn}
          />
        </div>
        <Button
          aria-expanded={isOpen}
          aria-label={`${hasKeys ? 'Edit' : 'Set up'} ${name}`}
          on={isOpen}
          onClick={() =>
            leave(() => void go(isOpen ? to('instanceAuthentication') : to('instanceProvider', { provider })))
          }
        >
          {hasKeys ? 'Edit' : 'Set up'}
        </Button>
      </div>
      {isOpen && <Keys key={status} provider={provider} />}
    </>
  )
}
