/** Where one was before the settings: their way back leads there. */
let before: string | null = null

export const noteBefore = (address: string) => {
  before = address
}

export const cameFrom = () => before
