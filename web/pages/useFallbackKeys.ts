import type { OpenText } from '../editor/DocumentEditor.tsx'
import { useKeys } from '../shell/keyboard.ts'

/** The habit of saving: nothing to do, except where the socket is gone; and no window of the browser opens. */
export const useFallbackKeys = (open: OpenText | null) =>
  useKeys(
    {
      'mod+s': {
        run: () => void open?.connection.saveNow(),
        label: 'Save now',
        group: 'Page',
        always: true,
      },
    },
    { when: open !== null },
  )
