/**
 * The workspace that this tab is in. Whatever was begun in one and ends after it was left is taken in nowhere: its rows
 * would be shown under the address of the other.
 */
let slug = ''
let visit = 0

/** The address of the workspace that was entered last; '' before the first. */
export const entered = () => slug

/** Another workspace is entered, or the same one anew. */
export const noteEntered = (next: string) => {
  slug = next
  visit++
}

/** To be asked after an await: is this still the visit during which it began? */
export const staying = () => {
  const at = visit
  return () => at === visit
}

/** The same for a call about one workspace: asked before it was entered, its answer is still wanted within. */
export const stayingIn = (workspace: string | undefined) => {
  if (workspace === undefined) return () => true
  const [from, isStaying] = [slug, staying()]
  return () => isStaying() || (from !== workspace && slug === workspace)
}

/** The parts of the client that keep something of a workspace beside the rows forget it when the workspace is left. */
const forgetters = new Set<() => void>()

export const onLeaving = (forget: () => void) => {
  forgetters.add(forget)
}
export const forgetKept = () => {
  for (const forget of forgetters) forget()
}
