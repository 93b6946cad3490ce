/** Lets so many act at once; the others wait for their turn, in order. */
export const createTurns = (atOnce: number) => {
  let acting = 0
  const queue: (() => void)[] = []
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (acting < atOnce) acting++
    // A finished task hands its place on.
    else await new Promise<void>(resolve => queue.push(resolve))
    try {
      return await act()
    } finally {
      const next = queue.shift()
      if (next) next()
      else acting--
    }
  }
}
