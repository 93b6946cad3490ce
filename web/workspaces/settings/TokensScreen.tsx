import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { messageOf } from '#contract/messageOf.ts'
import { apiTokenRoutes } from '#contract/people/apiTokens.ts'
import { call } from '../../data/client.ts'
import { to } from '../../places/address.ts'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { agoText, dayText, fullDay, shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { ShownOnce } from '../../ui/popups/ShownOnce.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { type MadeToken, NewToken, type Token, useProjectNames } from './NewToken.tsx'
import { scopesText } from './tokenWords.ts'

const GRID =
  'grid grid-cols-[minmax(0,1fr)_172px_104px_28px] items-center gap-x-3 px-2 max-md:grid-cols-[minmax(0,1fr)_auto_44px] max-md:pr-0'
const SOON_DAYS = 7

const onDay = (moment: string) => shortDay(dayText(new Date(moment)), true)

const Expiry = ({ token }: { token: Token }) => {
  if (!token.is_active)
    return (
      <span className="flex items-center gap-1 text-ink-3">
        <Icon name="circle-x" size={12} />
        Turned off
      </span>
    )
  if (!token.expired_at) return <span className="text-ink-3">Never</span>
  const left = Date.parse(token.expired_at) - Date.now()
  if (left <= 0)
    return (
      <span className="flex items-center gap-1 text-ink-3">
        <Icon name="circle-x" size={12} />
        Expired {onDay(token.expired_at)}
      </span>
    )
  const days = dayNumber(dayText(new Date(token.expired_at))) - dayNumber(dayText(new Date()))
  if (days <= SOON_DAYS)
    return (
      <span className="flex items-center gap-1 font-medium text-warn">
        <Icon name="clock" size={12} />
        {days < 1 ? 'Today' : days === 1 ? 'Tomorrow' : `In ${days} days`}
      </span>
    )
  return <span className="text-ink-3">{onDay(token.expired_at)}</span>
}

/** `Writes issues in Berth Booking`. */
const useReach = () => {
  const nameOf = useProjectNames()
  return ({ scopes, projects, description }: Token) => {
    const words = scopesText(scopes, ['writes', 'reads']) ?? 'everything you can do'
    const where = projects ? ` in ${nameOf(projects)}` : ''
    const text = `${words}${where}${description ? `, ${description}` : ''}`
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}

/** The secret of a new token, this once. */
const Once = ({ made, onClose }: { made: MadeToken; onClose: () => void }) => {
  const nameOf = useProjectNames()
  const { token: secret, scopes, projects, expired_at } = made
  const can = scopesText(scopes, ['write', 'read']) ?? 'do what you can do'
  const where = projects ? ` in ${nameOf(projects)}` : ''
  const until = expired_at ? ` until ${fullDay(dayText(new Date(expired_at)))}` : ''
  return (
    <ShownOnce
      title="Copy it now"
      text={`We show this token once and keep only its fingerprint. Whoever has it can ${can}${where}${until}.`}
      what="Token"
      secret={secret}
      onClose={onClose}
      beside={<ReferenceLink className="-ml-2" />}
    >
      <p className="mt-4 mb-1.5 font-medium">Try it</p>
      <pre className="overflow-x-auto rounded-control bg-press px-3 py-2.5 font-mono text-12">
        {`curl -H "X-Api-Key: ${secret.slice(0, 10)}…${secret.slice(-4)}" \\\n  ${location.origin}/api/users/me/`}
      </pre>
    </ShownOnce>
  )
}

const ReferenceLink = ({ className = '' }: { className?: string }) => (
  <a
    href={to('reference')}
    target="_blank"
    rel="noreferrer"
    className={`flex h-7 items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover max-md:h-11 ${className}`}
  >
    <Icon name="book-open" className="text-ink-3" />
    API reference
  </a>
)

const usedText = ({ last_used, last_used_from }: Token) =>
  last_used ? `${agoText(last_used)}${last_used_from ? ` from ${last_used_from}` : ''}` : 'Not used yet'

const useTokens = (slug: string) => {
  const [tokens, setTokens] = useState<readonly Token[] | null>(null)
  const load = useCallback(
    () =>
      call(apiTokenRoutes.list, { params: { ws: slug } }).then(
        ({ body }) => setTokens(body),
        failure => toast.failure(messageOf(failure)),
      ),
    [slug],
  )
  useEffect(() => {
    void load()
  }, [load])
  return { tokens, load }
}

/** The caller's own tokens, by which integrations act. */
export const TokensScreen = () => {
  const { slug = '' } = useParams()
  const { tokens, load } = useTokens(slug)
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const reachOf = useReach()
  const [revoked, setRevoked] = useState<Token | null>(null)
  const act = (sent: Promise<unknown>) =>
    void saving(sent).then(load, failure => toast.failure(messageOf(failure)))
  const params = (token: Token) => ({ params: { ws: slug, tokenId: token.id } })
  const primary = (
    <Button variant="primary" onClick={() => setNew(true)} className="max-md:h-11">
      New token
    </Button>
  )
  return (
    <SettingsScreen
      title="API tokens"
      count={tokens?.length}
      intro="A token acts as you and can never do more than you can. It stops working when you leave."
      // With none there is one in the middle of the screen, and the form has its own.
      primary={tokens?.length && !isNew ? primary : undefined}
      controls={<ReferenceLink className="md:-mr-2 max-md:-ml-2" />}
    >
      {isNew && (
        <NewToken
          slug={slug}
          onMade={token => {
            setMade(token)
            setNew(false)
            void load()
          }}
          onClose={() => setNew(false)}
        />
      )}
      <div className="mt-4">
        {tokens && tokens.length > 0 && (
          <>
            <div aria-hidden="true" className={`${GRID} -mx-2 h-7 text-12 text-ink-3 max-md:hidden`}>
              <span>Name</span>
              <span>Last used</span>
              <span>Expires</span>
            </div>
            <ul className="-mx-2">
              {tokens.map(token => (
                <li
                  key={token.id}
                  className={`${GRID} group/token min-h-9 rounded-control text-12 hover:bg-hover max-md:min-h-14 ${token.id === made?.id ? 'bg-press' : ''}`}
                >
                  <span className="flex min-w-0 items-center gap-2 max-md:block">
                    <span className="cut max-w-full flex-none text-13 font-medium max-md:block">
                      {token.label}
                    </span>
                    <span className="cut text-ink-3 max-md:block">{reachOf(token)}</span>
                  </span>
                  <span className="num cut text-ink-3 first-letter:uppercase max-md:hidden">
                    {usedText(token)}
                  </span>
                  <Expiry token={token} />
                  <Menu
                    align="end"
                    entries={[
                      {
                        id: 'turn',
                        label: token.is_active ? 'Turn off' : 'Turn on',
                        icon: token.is_active ? 'circle-x' : 'check',
                        run: () =>
                          act(
                            call(apiTokenRoutes.update, {
                              ...params(token),
                              body: { is_active: !token.is_active },
                            }),
                          ),
                      },
                      {
                        id: 'revoke',
                        label: 'Revoke…',
                        icon: 'x',
                        danger: true,
                        run: () => setRevoked(token),
                      },
                    ]}
                  >
                    <IconButton
                      icon="ellipsis"
                      tooltip={false}
                      label={`Actions for ${token.label}`}
                      className="opacity-0 focus-visible:opacity-100 group-hover/token:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
                    />
                  </Menu>
                </li>
              ))}
            </ul>
          </>
        )}
        {tokens?.length === 0 && !isNew && (
          <div className="flex flex-col items-center gap-1 py-12 text-center">
            <h3 className="font-semibold text-16">No tokens yet</h3>
            <p className="text-ink-2">A token lets a program act with your permissions.</p>
            <span className="mt-2">{primary}</span>
          </div>
        )}
        {tokens === null && <RowsSkeleton rows={4} />}
      </div>
      {made && <Once made={made} onClose={() => setMade(null)} />}
      {revoked && (
        <Dialog
          open
          onOpenChange={open => !open && setRevoked(null)}
          title={`Revoke ${revoked.label}?`}
          text="Programs that use it stop working at once. This cannot be undone."
          actions={
            <Answers
              onCancel={() => setRevoked(null)}
              variant="danger"
              onClick={() => {
                act(call(apiTokenRoutes.remove, params(revoked)))
                setRevoked(null)
              }}
            >
              Revoke
            </Answers>
          }
        />
      )}
    </SettingsScreen>
  )
}
