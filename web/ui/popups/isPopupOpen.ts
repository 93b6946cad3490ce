type Role = 'dialog' | 'alertdialog' | 'menu'

/** A popup that is fading out no longer counts: a person who sees it go means the screen behind it with the next key. */
export const isPopupOpen = (...roles: Role[]): boolean => {
  const asked = roles.length > 0 ? roles : (['dialog', 'alertdialog', 'menu'] as const)
  return document.querySelector(asked.map(role => `[role="${role}"]:not([data-closed])`).join()) !== null
}
