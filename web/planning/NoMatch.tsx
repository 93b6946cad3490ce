import { Button } from '../ui/controls/Button.tsx'

type NoMatchProps = { what: string; words: string; onClear: () => void }

export const NoMatch = ({ what, words, onClear }: NoMatchProps) => (
  <div role="status" className="flex items-center gap-2 px-4 py-3 text-ink-3">
    {words.trim() ? `No ${what} match “${words.trim()}”.` : `No ${what} match these filters.`}
    <Button variant="neutral" onClick={onClear} className="max-md:h-11">
      Clear all
    </Button>
  </div>
)
