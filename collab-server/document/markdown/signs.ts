const SIGNS = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:[-*+]|\d+\.) \S/m,
  /^ {0,3}> \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^<details>\s*<summary>/m,
  /^\|.*\|[ \t]*\n\|[ :|-]+\|/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
  /(?:^|\s)`[^`\n]+`/,
  /^ {0,3}(?:---|\*\*\*|___)[ \t]*$/m,
]

/** Whether somebody who copied this meant Markdown: plain words stay plain words. */
export const looksLikeMarkdown = (text: string): boolean => SIGNS.some(sign => sign.test(text))
