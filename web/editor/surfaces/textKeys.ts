import type { KeyMap } from '../../shell/keyboard.ts'

// The editor itself acts on them; here they are named for the list of keys.
const told = (label: string) => ({ run: () => false, label, group: 'Text' })

export const textKeys: KeyMap = {
  esc: told('Select the block, or go back to the text'),
  up: told('Extend the selection by a block'),
  '.': told('Menu of the selected blocks'),
  'alt+up': told('Move the block up'),
  'alt+down': told('Move the block down'),
  'mod+d': told('Duplicate the block'),
  'mod+alt+0': told('Turn into text (1 to 6: heading)'),
  'mod+shift+h': told('Highlight'),
  'mod+a': told('Select the block, then all text'),
}
