import { useSearchParams } from 'react-router'
import { safePath } from '#contract/people/nextPath.ts'

/** Where somebody was going before they were led here; null where the address does not say, or means another site. */
export const useNextPath = (): string | null => safePath(useSearchParams()[0].get('next_path'))
