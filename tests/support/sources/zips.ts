/** Archives of pages as Notion, Confluence and any editor write them, of any length. */
import { PNG } from '../files.ts'
import { type Entries, zipOf } from '../pageArchives.ts'
import { type Given, range } from './source.ts'

const notionId = (nth: number) => nth.toString(16).padStart(32, 'd')
const archive = (name: string, entries: Entries, made: number, told: RegExp[]): Given => ({
  ...{ name, source: 'pages', file: { name: `${name}.zip`, bytes: zipOf(entries) } },
  ...{ made, skipped: 0, told },
})

/** Two parts, titles that are equal, a long one that was cut, a table in its two forms, a picture on many pages. */
export const notionZip = (count: number): Given => {
  const pages = range(count - 2)
  const title = (nth: number) =>
    nth === 7 ? 'Tide '.repeat(60).trim() : nth % 9 === 0 ? 'Log' : `Watch ${nth}`
  const file = (nth: number) => `${title(nth).slice(0, 50).trim()} ${notionId(nth)}`
  const words = (nth: number) =>
    [
      `# ${title(nth)}`,
      ...(nth % 6 ? [] : ['Status: Done', 'Created: March 1, 2024 10:30 AM']),
      `<aside>\n💡 Mind **${nth}**\n\n</aside>`,
      `- [x]  one\n- [ ]  two\n\n[next](${encodeURIComponent(file((nth % (count - 2)) + 1))}.md)`,
      ...(nth % 5 ? [] : ['![quay.png](quay.png)']),
      ...(nth === 4 ? ['[gone](gone.pdf)'] : []),
    ].join('\n\n')
  const part = (of: number) =>
    zipOf({
      ...Object.fromEntries(
        pages.filter(nth => nth % 2 === of).map(nth => [`Logs/${file(nth)}.md`, words(nth)]),
      ),
      ...(of === 0
        ? {
            'Logs/quay.png': PNG,
            'Logs.md': '# Logs',
            [`Logs/Berths ${notionId(9_999)}.csv`]: '\uFEFFName,Sill\nInner,1.40\n',
            [`Logs/Berths ${notionId(9_999)}_all.csv`]: '\uFEFFName,Sill\nInner,1.40\nOld,0.85\n',
          }
        : {}),
      '__MACOSX/._x.md': 'x',
    })
  return archive(
    'Notion',
    { 'ExportBlock-1-Part-1.zip': part(0), 'ExportBlock-1-Part-2.zip': part(1) },
    count,
    [/not in the archive/],
  )
}

/** A space: its tree in the index, titles with signs left out of names, files by their numbers. */
export const confluenceZip = (count: number): Given => {
  const pages = range(count)
  const file = (nth: number) => (nth % 8 === 0 ? `${1_000 + nth}.html` : `Dock-${nth}_${1_000 + nth}.html`)
  const page = (nth: number) =>
    `<!DOCTYPE html><html><head><title>Port : Dock ${nth}</title></head><body><div id="page"><div id="main"><h1 id="title-heading"><span id="title-text">Port : Dock ${nth}</span></h1><div id="content"><div id="main-content" class="wiki-content"><p>To <a href="${file((nth % count) + 1)}">the next</a></p><div class="confluence-information-macro confluence-information-macro-note"><div class="confluence-information-macro-body"><p>Mind ${nth}</p></div></div><ul class="inline-task-list"><li class="checked"><span>Done</span></li></ul>${nth % 5 ? '' : `<p><span class="confluence-embedded-file-wrapper"><img src="attachments/${nth}/7.png" data-image-src="attachments/${nth}/7.png" data-linked-resource-default-alias="Quay.png"></span></p>`}<p onclick="alert(1)">Safe<script>alert(1)</script></p></div></div></div></div></body></html>`
  const list = pages
    .slice(1)
    .map(nth => `<li><a href="${file(nth)}">Dock ${nth}</a></li>`)
    .join('')
  return archive(
    'Confluence',
    {
      'index.html': `<html><body><ul><li><a href="${file(1)}">Dock 1</a><ul>${list}</ul></li></ul></body></html>`,
      ...Object.fromEntries(pages.map(nth => [file(nth), page(nth)])),
      ...Object.fromEntries(
        pages
          .filter(nth => nth % 5 === 0)
          .map(nth => [`attachments/${nth}/7.png`, Buffer.concat([PNG, Buffer.from(String(nth))])]),
      ),
      'styles/site.css': 'body{}',
    },
    count,
    [],
  )
}

/** Notes in folders: facts before them, links by names and by paths, HTML among Markdown, a picture that is none. */
export const notesZip = (count: number): Given => {
  const notes = range(count - 2)
  const path = (nth: number) =>
    `notes/${nth % 10 ? `Part ${nth % 10}/` : ''}${nth} Note.${nth % 7 ? 'md' : 'html'}`
  const note = (nth: number) =>
    nth % 7
      ? `---\ntitle: "Note: ${nth}"\ncreated: 2024-02-03T10:00:00Z\n---\n\nBack to [[Note: ${nth - 1}|before]], \`[[code]]\` and ![](/img/quay.png).\n\n| a | b |\n|---|---|\n| 1 | ${nth} |\n${nth === 4 ? '\n![no](/img/fake.png)\n' : ''}`
      : `<html><head><title>Note ${nth}</title></head><body><nav>Menu</nav><main><h1>Note ${nth}</h1><p>Text <a href="javascript:alert(1)">x</a></p></main></body></html>`
  return archive(
    'Markdown and HTML',
    {
      ...Object.fromEntries(notes.map(nth => [path(nth), note(nth)])),
      ...{ 'notes/Part 1/index.md': 'The first part', 'notes/Empty/deep.md': '# Deep' },
      ...{ 'notes/img/quay.png': PNG, 'notes/img/fake.png': '<!doctype html>' },
      'img/quay.png': PNG,
      'img/fake.png': '<!doctype html>',
    },
    // Folders without a page of their own are pages without words.
    count + 10,
    [/called a picture and is none/],
  )
}
