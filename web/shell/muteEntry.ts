import { isMuted, type Mutable, toggleMute } from '../data/mutes.ts'
import type { MenuEntry } from '../ui/popups/Menu.tsx'

/** Mutes it for this person, or informs them of it again. */
export const muteEntry = (thing: Mutable): MenuEntry => {
  const muted = isMuted(thing)
  return {
    id: 'mute',
    label: muted ? 'Unmute' : 'Mute',
    icon: muted ? 'volume-2' : 'volume-x',
    run: () => void toggleMute(thing),
  }
}
