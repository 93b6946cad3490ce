/** The colours of text by the keys that are stored; what they look like is the theme's (colours.css). */
export const textColours = [
  { key: 'gray', label: 'Gray' },
  { key: 'peach', label: 'Peach' },
  { key: 'pink', label: 'Pink' },
  { key: 'orange', label: 'Orange' },
  { key: 'green', label: 'Green' },
  { key: 'light-blue', label: 'Light blue' },
  { key: 'dark-blue', label: 'Dark blue' },
  { key: 'purple', label: 'Purple' },
] as const
