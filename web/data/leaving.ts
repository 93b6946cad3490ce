/** What a part of the client keeps of a workspace beside the rows, it forgets when that is left. */
const forgetters = new Set<() => void>()

export const onLeaving = (forget: () => void) => {
  forgetters.add(forget)
}
export const forgetKept = () => {
  for (const forget of forgetters) forget()
}
