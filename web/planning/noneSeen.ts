/** The words of an empty cycle or module for whoever plans nothing in it, and may not see all that others have planned. */
export const NONE_SEEN = {
  title: 'No issues to see',
  text: 'Issues that others plan here appear as far as you can see them.',
}
