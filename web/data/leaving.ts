/** The parts of the client that keep something of a workspace beside the rows forget it when the workspace is left. */
const forgetters = new Set<() => void>()

export const onLeaving = (forget: () => void) => {
  forgetters.add(forget)
}
export const forgetKept = () => {
  for (const forget of forgetters) forget()
}
