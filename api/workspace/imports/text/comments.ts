/** Takes out comments of HTML, as templates of issues bring them. Linear: one without an end stays as it is. */
export const withoutComments = (text: string): string => {
  let kept = ''
  let at = 0
  for (;;) {
    const from = text.indexOf('<!--', at)
    const end = from < 0 ? -1 : text.indexOf('-->', from + 4)
    if (end < 0) return (kept + text.slice(at)).replaceAll('\r\n', '\n')
    kept += text.slice(at, from)
    at = end + 3
  }
}
