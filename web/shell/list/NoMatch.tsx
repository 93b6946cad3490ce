import { Button } from '../../ui/controls/Button.tsx'
import type { Narrowing } from './filters.ts'

type NoMatchProps = { what: string; narrowing: Pick<Narrowing<never>, 'words' | 'clearAll'> }

export const NoMatch = ({ what, narrowing: { words, clearAll } }: NoMatchProps) => (
  <div role="status" className="flex items-center gap-2 px-4 py-3 text-ink-3">
    {words.trim() ? `No ${what} match “${words.trim()}”.` : `No ${what} match these filters.`}
    <Button variant="neutral" onClick={clearAll} className="max-md:h-11">
      Clear all
    </Button>
  </div>
)
