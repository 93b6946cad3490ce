/** As long as a first or a last name may be. */
export const MOST = 24

/** A name as its person has typed it, with what others see of it. */
export const named = (names: { first_name: string; last_name: string }) => {
  const { first_name, last_name } = names
  return { ...names, display_name: [first_name.trim(), last_name.trim()].filter(Boolean).join(' ') }
}
