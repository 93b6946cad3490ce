/** Signs at the beginning of a line, each of which hardly stands in a text that was not meant as Markdown. */
const LINES = [
  /^#{1,6} \S/m,
  /^ {0,3}```/m,
  /^\s*[-*+] \[[ xX]\] /m,
  /^\|(.+\|)+\s*\n\|[\s:|-]+\|/m,
  /^> \S/m,
  /(^|\n)\s*[-*+] \S.*\n\s*[-*+] \S/,
  /(^|\n)\s*1[.)] \S.*\n\s*2[.)] \S/,
]
const SPANS = [
  /\*\*[^*\s][^*\n]*\*\*/,
  /\[[^\]\n]+\]\((https?:|mailto:|\/)[^)\s]+\)/,
  /(^|\s)`[^`\n]+`(\s|[.,;:!?]|$)/,
]

export const looksLikeMarkdown = (text: string): boolean =>
  LINES.some(sign => sign.test(text)) || SPANS.some(sign => sign.test(text))
