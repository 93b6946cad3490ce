import { type Looked, newWords } from './lastLooked.ts'

/** Above what is new: how much of it, and since when. */
export const NewSince = ({ count, looked }: { count: number; looked: Looked }) => (
  <p className="flex h-8 items-center gap-3 font-medium text-12 text-accent-text after:h-px after:flex-1 after:bg-line">
    {newWords(count, looked)}
  </p>
)
