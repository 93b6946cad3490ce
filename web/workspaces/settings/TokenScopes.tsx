import { isReading, type Scope, type ScopeNoun, scopeNouns, type Verb } from '#contract/people/scopes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Segmented } from '../../ui/controls/Segmented.tsx'
import { scopeWords } from './tokenWords.ts'

type Grant = 'none' | Verb
export type Grants = Record<ScopeNoun, Grant>

export const granting = (grant: Grant): Grants =>
  Object.fromEntries(scopeNouns.map(noun => [noun, grant])) as Grants

/** The scopes of what was chosen; where all nouns have the same, also what belongs to none of them. */
export const scopesOf = (grants: Grants): Scope[] => {
  const scopes = scopeNouns.flatMap((noun): Scope[] => {
    const grant = grants[noun]
    return grant === 'none' ? [] : [`${noun}:${grant}`]
  })
  if (scopes.length < scopeNouns.length) return scopes
  if (isReading(scopes)) return ['all:read']
  return scopes.every(scope => scope.endsWith(':write')) ? ['all'] : scopes
}

const parts = [
  { id: 'none', label: 'None' },
  { id: 'read', label: 'Read' },
  { id: 'write', label: 'Write' },
] as const

type TokenScopesProps = { value: Grants; error?: string | undefined; onChange: (value: Grants) => void }

/** What a token may do: nothing, read or write, noun by noun. */
export const TokenScopes = ({ value, error, onChange }: TokenScopesProps) => (
  <div className="mt-4 grid grid-cols-[264px_minmax(0,1fr)] gap-x-6 max-md:grid-cols-1 max-md:gap-y-1.5">
    <div className="pt-1.5">
      <p className="font-medium">What it can do</p>
      <div className="-ml-2 mt-1.5 flex gap-1">
        <Button className="h-6 text-12 max-md:h-11" onClick={() => onChange(granting('read'))}>
          Read everything
        </Button>
        <Button className="h-6 text-12 max-md:h-11" onClick={() => onChange(granting('write'))}>
          Everything I can
        </Button>
      </div>
    </div>
    <div>
      {scopeNouns.map(noun => {
        const { label, detail } = scopeWords[noun]
        return (
          <div
            key={noun}
            className="flex min-h-8 items-center gap-2 max-md:min-h-12 max-md:flex-wrap max-md:gap-x-2 max-md:gap-y-0"
          >
            <span className="flex-none">{label}</span>
            {detail && <span className="cut text-12 text-ink-3 max-md:hidden">{detail}</span>}
            <Segmented
              label={label}
              className="ml-auto"
              parts={parts}
              value={value[noun]}
              onChange={grant => onChange({ ...value, [noun]: grant })}
            />
          </div>
        )
      })}
      {error && (
        <p role="alert" className="mt-1.5 text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  </div>
)
