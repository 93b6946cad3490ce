import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { closeOverlay } from './sidebar-state.ts'

/** The sidebar where there is no room beside the work: over it. */
export const SidebarSheet = ({ children }: { children: ReactNode }) => (
  <Dialog.Root open onOpenChange={closeOverlay}>
    <Dialog.Portal>
      <Dialog.Backdrop className="scrim fixed inset-0 z-[15] desk:hidden" />
      <Dialog.Popup
        aria-label="Workspace"
        className="floats fixed inset-y-0 left-0 z-20 w-[min(300px,86vw)] overflow-hidden rounded-none outline-none desk:hidden"
      >
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
)
