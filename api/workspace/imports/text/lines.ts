/** A tool that shows each line of a text as it was typed: in Markdown a line's end alone is a blank. Code stays. Linear. */
export const withLines = (markdown: string): string => {
  let fence = ''
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  return lines
    .map((line, at) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark && !fence) fence = mark
      else if (mark && fence && mark.startsWith(fence) && line.trim() === mark) fence = ''
      const isBroken =
        !fence &&
        !mark &&
        !/^\s*(?:>\s*\[!|<.*>\s*$)/.test(line) &&
        line.trim() !== '' &&
        (lines[at + 1] ?? '').trim() !== ''
      return isBroken && !line.endsWith('  ') && !line.endsWith('\\') ? `${line}  ` : line
    })
    .join('\n')
}
