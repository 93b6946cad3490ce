import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { closeOverlay } from './sidebar-state.ts'

/** The sidebar where there is no room beside the work: over it. */
export const SidebarSheet = ({ wide, children }: { wide?: boolean; children: ReactNode }) => (
  <Dialog.Root open onOpenChange={closeOverlay}>
    <Dialog.Portal>
      <Dialog.Backdrop className="scrim fixed inset-0 z-[15] desk:hidden" />
      <Dialog.Popup
        aria-label="Workspace"
        className={classes(
          'floats fixed inset-y-0 left-0 z-20 overflow-hidden rounded-none outline-none desk:hidden',
          wide ? 'w-[min(300px,86vw)] max-md:w-full' : 'w-[min(300px,86vw)]',
        )}
      >
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)
