/** The colours of cells by their stored keys; the theme defines their looks (tables.css). */
export const cellColours = [
  { key: 'blue', label: 'Blue' },
  { key: 'orange', label: 'Orange' },
  { key: 'grey', label: 'Grey' },
  { key: 'yellow', label: 'Yellow' },
  { key: 'green', label: 'Green' },
  { key: 'red', label: 'Red' },
  { key: 'pink', label: 'Pink' },
  { key: 'purple', label: 'Purple' },
] as const

export const Swatch = ({ colour }: { colour?: string }) => (
  <span
    aria-hidden="true"
    data-background={colour}
    className="cell-swatch size-4 rounded-tag shadow-[inset_0_0_0_1px_var(--line)]"
  />
)
