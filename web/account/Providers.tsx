import { useSession } from '../data/session.ts'

type Provider = 'google' | 'github' | 'gitlab'

const looks: Record<Provider, { name: string; size: number; path: string }> = {
  google: {
    name: 'Google',
    size: 24,
    path: 'M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053H12.48z',
  },
  github: {
    name: 'GitHub',
    size: 16,
    path: 'M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8Z',
  },
  gitlab: {
    name: 'GitLab',
    size: 24,
    path: 'm23.6004 9.5927-.0337-.0862L20.3.9814a.851.851 0 0 0-.3362-.405.8748.8748 0 0 0-.9997.0539.8748.8748 0 0 0-.29.4399l-2.2055 6.748H7.5375l-2.2057-6.748a.8573.8573 0 0 0-.29-.4412.8748.8748 0 0 0-.9997-.0537.8585.8585 0 0 0-.3362.4049L.4332 9.5015l-.0325.0862a6.0657 6.0657 0 0 0 2.0119 7.0105l.0113.0087.03.0213 4.976 3.7264 2.462 1.8633 1.4995 1.1321a1.0085 1.0085 0 0 0 1.2197 0l1.4995-1.1321 2.4619-1.8633 5.006-3.7489.0125-.01a6.0682 6.0682 0 0 0 2.0094-7.003z',
  },
}

const LAST = 'tandem-entered-by'
/** Where the way in by another service begins; it leads to `next`. */
export const beginAt = (provider: Provider, next: string | null) =>
  `/auth/${provider}/${next ? `?${new URLSearchParams({ next_path: next })}` : ''}`

/** The other services that let people in here, the one that this browser used last marked as such. */
export const Providers = ({ next }: { next: string | null }) => {
  const config = useSession().instance?.config
  const offered = (Object.keys(looks) as Provider[]).filter(provider => config?.[`is_${provider}_enabled`])
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
          <svg
            width="16"
            height="16"
            viewBox={`0 0 ${looks[provider].size} ${looks[provider].size}`}
            aria-hidden="true"
          >
            <path fill="currentColor" d={looks[provider].path} />
          </svg>
          Continue with {looks[provider].name}
          {last === provider && <span className="text-12 text-ink-2">last used</span>}
        </a>
      ))}
    </div>
  )
}
