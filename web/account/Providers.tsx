import { keysOf } from '#contract/keys.ts'
import { useSession } from '../data/session.ts'
import { type Provider, ProviderMark, providerLooks } from './providerMarks.tsx'

const LAST = 'tandem-entered-by'
/** Where the way in by another service begins; it leads to `next`. */
export const beginAt = (provider: Provider, next: string | null) =>
  `/auth/${provider}/${next ? `?${new URLSearchParams({ next_path: next })}` : ''}`

/** The other services that let people in here, the one that this browser used last marked as such. */
export const Providers = ({ next }: { next: string | null }) => {
  const config = useSession().instance?.config
  const offered = keysOf(providerLooks).filter(provider => config?.[`is_${provider}_enabled`])
  if (offered.length === 0) return null
  const last = localStorage.getItem(LAST)
  return (
    <div className="mt-6 flex flex-col gap-2">
      <p className="mb-3 flex items-center gap-3 text-12 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {offered.map(provider => (
        <a
          key={provider}
          href={beginAt(provider, next)}
          onClick={() => localStorage.setItem(LAST, provider)}
          className="flex h-10 items-center justify-center gap-2 rounded-control bg-press px-3.5 text-14 text-ink hover:brightness-[.97] dark:hover:brightness-110"
        >
          <ProviderMark of={provider} />
          Continue with {providerLooks[provider].name}
          {last === provider && <span className="text-12 text-ink-2">last used</span>}
        </a>
      ))}
    </div>
  )
}
