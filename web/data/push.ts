/** Whether this browser shows what its person is notified of while no tab of Tandem is open, and which others of theirs do. */
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { pushRoutes, type PushSubscription as Subscribed } from '#contract/people/pushes.ts'
import { call } from './client.ts'

export type PushedBrowser = z.infer<typeof Subscribed>
/** `blocked`: the person has set this browser to show nothing of Tandem. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const base64 = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const subscriptionHere = async () => {
  const registered = await navigator.serviceWorker.getRegistration()
  return (await registered?.pushManager.getSubscription()) ?? null
}

/** One that was made for other keys than the server has now shows nothing any more. */
const isFor = (subscription: PushSubscription, key: string) =>
  base64(subscription.options.applicationServerKey) === key

const stateOf = async (rows: readonly PushedBrowser[], key: string): Promise<PushState> => {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const here = rows.some(row => row.is_current) ? await subscriptionHere() : null
  return here && isFor(here, key) ? 'on' : 'off'
}

const turnOn = async (key: string) => {
  if ((await Notification.requestPermission()) !== 'granted') return
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && !isFor(before, key)) await before.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys } = made.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(pushRoutes.create, { body: { endpoint, keys: { p256dh, auth } } })
}

const turnOff = async (rows: readonly PushedBrowser[]) => {
  const current = rows.find(row => row.is_current)
  if (current) await call(pushRoutes.remove, { params: { subscriptionId: current.id } })
  await (await subscriptionHere())?.unsubscribe()
}

type Read = { rows: readonly PushedBrowser[]; state: PushState }

const read = async (key: string): Promise<Read> => {
  const { body } = await call(pushRoutes.list)
  return { rows: body, state: await stateOf(body, key) }
}

/** `key`: by which browsers know pushes of this server. */
export const usePush = (key: string) => {
  const [found, setFound] = useState<Read | 'failed' | null>(null)
  const again = () =>
    read(key).then(setFound, () => {
      setFound('failed')
    })
  // Changes made in another tab, or in the browser's own settings, are seen when somebody comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with another key alone
  useEffect(() => {
    const look = () => void again()
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [key])
  const rows = found && found !== 'failed' ? found.rows : []
  /** The state is read again, whatever the outcome. */
  const then = async (act: Promise<unknown>) => {
    try {
      await act
    } finally {
      await again()
    }
  }
  return {
    found,
    again,
    turn: (on: boolean) => then(on ? turnOn(key) : turnOff(rows)),
    remove: (row: PushedBrowser) =>
      then(row.is_current ? turnOff(rows) : call(pushRoutes.remove, { params: { subscriptionId: row.id } })),
  }
}
