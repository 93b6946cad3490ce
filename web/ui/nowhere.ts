/** The screen as a whole: it has the focus where nothing in it has. */
export const MAIN = 'main'

/** Does this hold the focus for want of anything else? */
export const isNowhere = (node: EventTarget | null): boolean =>
  node === null || node === document.body || (node instanceof Element && node.id === MAIN)
