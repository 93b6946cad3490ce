import { Button } from '../../ui/controls/Button.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import type { Talk } from './useTalk.ts'

/** Opens what is said about the page, with how many threads are open. */
export const TalkButton = ({ talk }: { talk: Talk }) => {
  const isShown = talk.shown !== null
  return (
    <Tooltip label={isShown ? 'Hide comments' : 'Comments'}>
      <Button
        icon="message-square"
        aria-label={`Comments, ${talk.count} open`}
        aria-pressed={isShown}
        on={isShown}
        onClick={() => (isShown ? talk.close() : talk.reveal())}
        className="num ml-1 px-1.5 max-md:h-11 max-md:min-w-11"
      >
        {talk.count > 0 && talk.count}
      </Button>
    </Tooltip>
  )
}
