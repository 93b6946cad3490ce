import { Button } from '../ui/controls/Button.tsx'
import { Banner } from '../ui/marks/Banner.tsx'

/** Shown in place of a list that could not be read. */
export const FoundFailed = ({ what, again }: { what: string; again: () => void }) => (
  <Banner tone="danger" action={<Button onClick={again}>Try again</Button>}>
    The list of {what} could not be read.
  </Banner>
)
