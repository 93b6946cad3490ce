import { useKeys } from '../shell/keyboard.ts'
import type { DocumentConnection } from './sync/connection.ts'

/** The habit of saving: nothing to do, except where the socket is gone; and no window of the browser opens. */
export const useFallbackKeys = ({ saveNow }: DocumentConnection) =>
  useKeys({
    'mod+s': {
      run: () => void saveNow(),
      label: 'Save now',
      group: 'Text',
      always: true,
    },
  })
