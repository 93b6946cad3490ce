import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { keysOf } from '#contract/keys.ts'
import { type ConnectedAccount, connectedAccountRoutes } from '#contract/people/connectedAccounts.ts'
import { CallError, call } from '../../data/client.ts'
import { useSession } from '../../data/session.ts'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { dayText, shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { type Provider, ProviderMark, providerLooks } from '../providerMarks.tsx'
import { ConfirmOwner, leaveFor } from './ConfirmOwner.tsx'

type AccountRow = z.infer<typeof ConnectedAccount>

const readConnected = () =>
  call(connectedAccountRoutes.list).then(
    ({ body }) => body,
    // Without knowing the connected accounts it offers to connect them, which changes nothing twice.
    () => [],
  )

/** Other services by which a person comes in. */
export const Connected = () => {
  const { me, instance } = useSession()
  const config = instance?.config
  const [rows, setRows] = useState<AccountRow[]>([])
  /** To be connected once its owner has confirmed that it is them. */
  const [asked, setAsked] = useState<Provider | null>(null)
  useEffect(() => void readConnected().then(setRows), [])
  const shown = keysOf(providerLooks).filter(
    provider => config?.[`is_${provider}_enabled`] || rows.some(row => row.provider === provider),
  )
  const byCode = config?.is_magic_login_enabled && config.is_smtp_configured
  if (shown.length === 0 && !byCode) return null
  const remove = async (row: AccountRow) => {
    const accountId = row.id
    await saving(call(connectedAccountRoutes.remove, { params: { accountId } })).catch(() =>
      toast.failure(`${providerLooks[row.provider].name} could not be disconnected.`),
    )
    setRows(await readConnected())
  }
  const connect = (provider: Provider) =>
    leaveFor(provider).catch(failure => {
      if (failure instanceof CallError && failure.code === 'auth.confirm') return setAsked(provider)
      toast.failure(`${providerLooks[provider].name} could not be reached.`)
    })
  return (
    <SettingsSection title="Connected accounts" text="Other ways to sign in to this address.">
      <ul>
        {shown.map(provider => {
          const row = rows.find(one => one.provider === provider)
          return (
            <li
              key={provider}
              className="-mx-2 flex min-h-9 items-center gap-2 rounded-control px-2 hover:bg-hover"
            >
              <span className="flex-none text-ink-3">
                <ProviderMark of={provider} />
              </span>
              <span>{providerLooks[provider].name}</span>
              <span className="cut flex-1 text-12 text-ink-3">
                {row ? `since ${shortDay(dayText(new Date(row.created_at)), true)}` : 'not connected'}
              </span>
              {row ? (
                <Button onClick={() => void remove(row)}>Disconnect</Button>
              ) : (
                <Button onClick={() => void connect(provider)}>Connect</Button>
              )}
            </li>
          )
        })}
        {byCode && (
          <li className="-mx-2 flex min-h-9 items-center gap-2 rounded-control px-2 hover:bg-hover">
            <Icon name="mail" className="text-ink-3" />
            <span className="flex-none">Code by e-mail</span>
            <span className="cut flex-1 text-12 text-ink-3">{me?.email}</span>
            <span className="px-2 text-12 text-ink-3">Always on while the server sends mail</span>
          </li>
        )}
      </ul>
      {asked && <ConfirmOwner provider={asked} onClose={() => setAsked(null)} />}
    </SettingsSection>
  )
}
