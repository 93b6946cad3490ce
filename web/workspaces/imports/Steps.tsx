import { Link } from 'react-router'
import type { Import } from '#contract/workspace/imports.ts'
import { Icon } from '../../ui/icons.tsx'

const NAMES = ['Source', 'Match', 'Dry run', 'Import'] as const
export type StepName = (typeof NAMES)[number]

export const stepOf = ({ state }: Pick<Import, 'state'>): StepName =>
  state === 'new' || state === 'reading' || state === 'failed'
    ? 'Source'
    : state === 'matching'
      ? 'Match'
      : state === 'checking' || state === 'checked'
        ? 'Dry run'
        : 'Import'

type StepsProps = { at: StepName; href: string; onBack?: ((step: StepName) => void) | undefined }

/** The four steps, in the header: a step that is done leads back. */
export const Steps = ({ at, href, onBack }: StepsProps) => {
  const reached = NAMES.indexOf(at)
  return (
    <ol
      aria-label="Steps"
      className="mr-3 flex items-center gap-1.5 whitespace-nowrap text-12 text-ink-3 max-desk:hidden"
    >
      {NAMES.map((name, nth) => {
        const isDone = nth < reached
        const words = (
          <>
            {isDone && <Icon name="check" size={12} className="text-ok" />}
            {name}
          </>
        )
        return (
          <li
            key={name}
            aria-current={name === at ? 'step' : undefined}
            className={`flex items-center gap-1 ${name === at ? 'font-medium text-ink' : isDone ? 'text-ink-2' : ''}`}
          >
            {nth > 0 && <Icon name="chevron-right" size={12} className="mr-0.5 text-ink-3" />}
            {isDone && name === 'Source' ? (
              <Link to={href} className="flex items-center gap-1 hover:text-ink">
                {words}
              </Link>
            ) : isDone && name === 'Match' && onBack ? (
              <button
                type="button"
                className="flex items-center gap-1 hover:text-ink"
                onClick={() => onBack(name)}
              >
                {words}
              </button>
            ) : (
              words
            )}
          </li>
        )
      })}
    </ol>
  )
}
