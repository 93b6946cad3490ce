/** The content of a mail, before it is text and HTML. */
export type Letter = {
  subject: string
  title: string
  lines: string[]
  /** Shown large, to be copied. */
  code?: string
  button?: { label: string; href: string }
  /** The acts of each person, one by one. */
  people?: { name: string; at: string; said: { act: string; words: string | null }[]; did: string[] }[]
  /** Several things, each with its people and their acts. */
  parts?: { title: string; href: string; line: string; people: NonNullable<Letter['people']> }[]
  /** The reason for the mail, and the advice for a receiver who did not expect it. */
  foot: string
  links?: { label: string; href: string }[]
  files?: { name: string; type: string; content: string }[]
  /** Mail programs show the mails of one thread together. */
  thread?: string
  /** Where a mail program asks that no more of these come, by itself (RFC 8058). */
  unsubscribe?: string
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (value: string) => value.replace(/[&<>"']/g, sign => MARKS[sign]!)

// Mail programs know no variables: the light values are on the elements, the dark ones in a rule that some of them know.
const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.sunken{background:#100f0d!important}.sheet{background:#171614!important}
.ink{color:#e8e6e2!important}.ink2{color:#b4b2ae!important}.ink3{color:#9e9b96!important}
.line{border-color:#2c2b28!important}.code{background:#100f0d!important;color:#e8e6e2!important}
.face{background:#22343f!important;color:#a9cfe4!important}
.button{background:#58b4e8!important;color:#07121b!important}.link{color:#74c4ef!important}}
@media (max-width:640px){.desk{padding:0!important}.sheet{padding:24px 20px!important;border-radius:0!important}}`

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const codeBlock = (code: string) =>
  `<p class="code" style="margin:0 0 20px;padding:16px;border-radius:6px;background:#f5f4f2;color:#1e1b18;font:600 20px/28px ui-monospace,Menlo,Consolas,monospace;letter-spacing:.04em;text-align:center">${escaped(code)}</p>`

const buttonBlock = ({ label, href }: NonNullable<Letter['button']>) =>
  `<p style="margin:0 0 20px"><a class="button" href="${escaped(href)}" style="display:inline-block;padding:0 16px;border-radius:6px;background:#176aa1;color:#ffffff;font-size:14px;line-height:36px;font-weight:500;text-decoration:none">${escaped(label)}</a></p>
<p class="ink3" style="margin:0 0 20px;color:#6d6a65;font-size:12px;line-height:16px">Or open this address: <a class="link" href="${escaped(href)}" style="color:#175f92;word-break:break-all">${escaped(href)}</a></p>`

const initials = (name: string) => {
  const words = name.split(' ').filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

const personBlock = ({ name, at, said, did }: NonNullable<Letter['people']>[number]) =>
  `<tr><td width="36" valign="top" style="padding:4px 0"><span class="face" aria-hidden="true" style="display:inline-block;width:24px;border-radius:12px;background:#e0e9ee;color:#2f5268;font-size:10px;line-height:24px;font-weight:600;text-align:center">${escaped(initials(name))}</span></td>
<td class="ink" valign="top" style="padding:5px 0;color:#1e1b18"><b style="font-weight:600">${escaped(name)}</b> <span class="ink3" style="color:#6d6a65;font-size:12px;line-height:16px">${escaped(at)}</span>
${said.map(({ act, words }) => `<div class="ink3" style="color:#6d6a65;font-size:12px;line-height:16px">${escaped(act)}</div>${words ? `<div>${escaped(words)}</div>` : ''}`).join('\n')}
${did.map(line => `<div>${escaped(line)}</div>`).join('\n')}</td></tr>`

const peopleBlock = (people: NonNullable<Letter['people']>) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;font-size:14px;line-height:22px">${people.map(personBlock).join('\n')}</table>`

const partBlock = ({ title, href, line, people }: NonNullable<Letter['parts']>[number]) =>
  `<div class="line" style="margin:0;padding:20px 0 0;border-top:1px solid #e5e4e1"><p class="ink3" style="margin:0;color:#6d6a65;font-size:12px;line-height:16px">${escaped(line)}</p>
<h2 style="margin:4px 0 8px;font-size:16px;line-height:24px;font-weight:600"><a class="ink" href="${escaped(href)}" style="color:#1e1b18;text-decoration:none">${escaped(title)}</a></h2>
${peopleBlock(people)}</div>`

const linksBlock = (links: NonNullable<Letter['links']>) =>
  `<p class="ink3" style="margin:8px 0 0;color:#6d6a65;font-size:12px;line-height:16px">${links.map(({ label, href }) => `<a class="link" href="${escaped(href)}" style="color:#175f92;text-decoration:none">${escaped(label)}</a>`).join(' · ')}</p>`

const htmlOf = (letter: Letter, instance: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(letter.subject)}</title><style>${DARK}</style></head>
<body class="sunken" style="margin:0;background:#f5f4f2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sunken" style="background:#f5f4f2"><tr><td align="center" class="desk" style="padding:40px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px"><tr><td class="sheet" style="padding:24px 32px;border-radius:8px;background:#fefefd;${FONT};font-size:14px;line-height:22px">
<p class="ink" style="margin:0;color:#1e1b18;font-weight:600">${escaped(instance)}</p>
<h1 class="ink" style="margin:20px 0 4px;color:#1e1b18;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.014em">${escaped(letter.title)}</h1>
${letter.lines.map(line => `<p class="ink2" style="margin:0 0 20px;color:#514e49">${escaped(line)}</p>`).join('\n')}
${letter.people ? peopleBlock(letter.people) : ''}${(letter.parts ?? []).map(partBlock).join('\n')}${letter.code ? codeBlock(letter.code) : ''}${letter.button ? buttonBlock(letter.button) : ''}
<p class="ink3 line" style="margin:0;padding:16px 0 0;border-top:1px solid #e5e4e1;color:#6d6a65;font-size:12px;line-height:16px">${escaped(letter.foot)}</p>${letter.links ? linksBlock(letter.links) : ''}
</td></tr></table></td></tr></table></body></html>`

const personText = ({ name, at, said, did }: NonNullable<Letter['people']>[number]) =>
  [
    `${name}, ${at}`,
    ...said.map(({ act, words }) => (words ? `  ${act}:\n  ${words}` : `  ${act}`)),
    ...did.map(line => `  ${line}`),
  ].join('\n')

const partText = ({ title, href, line, people }: NonNullable<Letter['parts']>[number]) =>
  [title, `${line}\n${href}`, ...people.map(personText)].join('\n\n')

const textOf = (
  { title, lines, people = [], parts = [], code, button, foot, links = [] }: Letter,
  instance: string,
) =>
  [
    instance,
    title,
    ...lines,
    ...people.map(personText),
    ...parts.map(partText),
    ...(code ? [`    ${code}`] : []),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    `--\n${foot}`,
    ...links.map(({ label, href }) => `${label}:\n${href}`),
  ].join('\n\n')

/** One line: a name that people give may hold anything. */
const oneLine = (value: string) => value.replace(/[\p{Cc}\s]+/gu, ' ').trim()

const inLines = ({ name, at, said, did }: NonNullable<Letter['people']>[number]) => ({
  name: oneLine(name),
  at,
  said: said.map(({ act, words }) => ({ act, words: words && oneLine(words) })),
  did: did.map(oneLine),
})

/** The letter as it is mailed. */
export const laidOut = (written: Letter, name: string) => {
  const instance = oneLine(name)
  const letter = { ...written, title: oneLine(written.title), lines: written.lines.map(oneLine) }
  if (written.people) letter.people = written.people.map(inLines)
  if (written.parts)
    letter.parts = written.parts.map(({ title, href, line, people }) => ({
      title: oneLine(title),
      href,
      line: oneLine(line),
      people: people.map(inLines),
    }))
  return {
    subject: oneLine(letter.subject),
    text: textOf(letter, instance),
    html: htmlOf(letter, instance),
    attachments: (letter.files ?? []).map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
    })),
  }
}
