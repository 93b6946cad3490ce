/** Archives of pages in the shapes that other tools write, with words of our own. */
import { strToU8, zipSync } from 'fflate'
import { PNG } from './files.ts'

export type Entries = Record<string, string | Uint8Array>

export const zipOf = (entries: Entries): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([name, held]) => [name, typeof held === 'string' ? strToU8(held) : held]),
    ),
  )

const id = (nth: number) => nth.toString(16).padStart(32, '5')
const HANDBOOK = `Harbour handbook ${id(1)}`
const TIDES = `Tides ${id(2)}`
const BERTHS = `Berths ${id(3)}`
const INNER = `Inner basin ${id(4)}`

/** Markdown as Notion writes it, within a part of its own. */
export const notionMarkdown = (): Entries => ({
  'ExportBlock-1-Part-1.zip': zipOf({
    [`${HANDBOOK}.md`]: [
      '# Harbour handbook',
      '',
      `Read [Tides](Harbour%20handbook/Tides%20${id(2)}.md) first, then [Berths](Harbour%20handbook/Berths%20${id(3)}.csv).`,
      '',
      '<aside>',
      '💡 Never round a window **outward**.',
      '',
      '</aside>',
      '',
      '- [x]  Recompute',
      '- [ ]  Call the harbours',
      '',
      '![quay.png](Harbour%20handbook/quay.png)',
      '',
      `See [the same](https://www.notion.so/Tides-${id(2)}?pvs=21) and [elsewhere](https://tides.example/a).`,
    ].join('\n'),
    [`Harbour handbook/${TIDES}.md`]: [
      '# Tides / and: more?',
      '',
      'Created: March 1, 2024 10:30 AM',
      'Status: Done',
      '',
      'High water at six.',
      '',
      '[missing](gone.pdf)',
    ].join('\n'),
    'Harbour handbook/quay.png': PNG,
    [`Harbour handbook/${BERTHS}.csv`]: '\uFEFFName,Sill\nInner basin,1.40\n',
    [`Harbour handbook/${BERTHS}_all.csv`]: '\uFEFFName,Sill\nInner basin,1.40\nOld lock,0.85\n',
    [`Harbour handbook/Berths/${INNER}.md`]: '# Inner basin\n\nSill: 1.40\n\nDeep enough.\n',
    '__MACOSX/._x.md': 'x',
    '.hidden/secret.md': '# Secret',
  }),
})

/** HTML as Notion writes it. */
export const notionHtml = (): Entries => ({
  [`Export-0a/${HANDBOOK}.html`]: `<html><head><meta charset="utf-8"/><title>Harbour handbook</title><style>h1{color:red}</style></head><body><article id="${id(1)}" class="page sans"><header><div class="page-header-icon undefined"><span class="icon">⚓</span></div><h1 class="page-title">Harbour handbook</h1><p class="page-description">All of it</p><table class="properties"><tbody><tr class="property-row property-row-created_time"><th><span class="icon property-icon"></span>Created</th><td><time>@March 1, 2024 10:30 AM</time></td></tr><tr class="property-row property-row-select"><th>Status</th><td><span class="selected-value">Done</span></td></tr><tr class="property-row property-row-checkbox"><th>Safe</th><td><div class="checkbox checkbox-on"></div></td></tr></tbody></table></header><div class="page-body"><nav class="block-color-gray table_of_contents"><div><a href="#x">Parts</a></div></nav><h2 id="x">Parts</h2><ul class="bulleted-list"><li>One</li></ul><ul class="bulleted-list"><li>Two</li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Recompute</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Call</span></li></ul><ul class="toggle"><li><details open=""><summary>Why?</summary><p>A tide knows no summer time.</p></details></li></ul><figure class="block-color-gray_background callout" style="white-space:pre-wrap"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%"><p>Never round.</p></div></figure><figure class="image"><a href="Harbour%20handbook/quay.png"><img src="Harbour%20handbook/quay.png"/></a><figcaption>The quay</figcaption></figure><figure><a href="https://tides.example/" class="bookmark source"><div class="bookmark-info"><div class="bookmark-title">Tide tables</div></div></a></figure><figure class="link-to-page"><a href="Harbour%20handbook/Tides%20${id(2)}.html">Tides</a></figure><figure><div class="source"><a href="Harbour%20handbook/plan.pdf">plan.pdf</a></div></figure><p onclick="alert(1)">Safe<script>alert(1)</script> <a href="javascript:alert(1)">words</a></p></div></article></body></html>`,
  [`Export-0a/Harbour handbook/${TIDES}.html`]: `<html><head><title>Tides</title></head><body><article id="${id(2)}"><header><h1 class="page-title">Tides</h1></header><div class="page-body"><p>High water</p></div></article></body></html>`,
  'Export-0a/Harbour handbook/quay.png': PNG,
  'Export-0a/Harbour handbook/plan.pdf': '%PDF-1.4 a plan',
})

const confluencePage = (title: string, body: string, below = '') =>
  `<!DOCTYPE html><html><head><title>Port : ${title}</title><link rel="stylesheet" href="styles/site.css"/></head><body class="theme-default"><div id="page"><div id="main"><div id="main-header"><div id="breadcrumb-section"><ol id="breadcrumbs"><li><span><a href="index.html">Port</a></span></li></ol></div><h1 id="title-heading" class="pagetitle"><span id="title-text">Port : ${title}</span></h1></div><div id="content" class="view"><div class="page-metadata">Created by <span class="author">Bram</span></div><div id="main-content" class="wiki-content group">${body}</div>${below}</div></div></div></body></html>`

/** A space as Confluence writes it in HTML. */
export const confluence = (): Entries => ({
  'index.html':
    '<html><body><div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Port_100.html">Port</a><ul><li><a href="Second_102.html">Second</a></li><li><a href="103.html">First: of all</a></li></ul></li></ul></div></body></html>',
  'Port_100.html': confluencePage(
    'Port',
    '<p>See <a href="103.html">the first</a>.</p><div class="confluence-information-macro confluence-information-macro-note"><span class="aui-icon aui-icon-small"></span><div class="confluence-information-macro-body"><p>Mind the sill.</p></div></div><div class="code panel pdl"><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a = 1;</pre></div></div><div class="expand-container"><div class="expand-control"><span class="expand-control-icon">&nbsp;</span><span class="expand-control-text">More</span></div><div class="expand-content"><p>Hidden words</p></div></div><ul class="inline-task-list"><li class="checked"><span>Done</span></li><li><span>Open</span></li></ul><p><span class="confluence-embedded-file-wrapper"><img class="confluence-embedded-image" src="attachments/100/7.png" data-image-src="attachments/100/7.png" data-linked-resource-id="7" data-linked-resource-default-alias="Quay plan.png"></span></p>',
    '<div class="pageSection group"><div class="pageSectionHeader"><h2 id="attachments">Attachments:</h2></div><div class="greybox"><img src="images/icons/bullet_blue.gif"/> <a href="attachments/100/7.png">Quay plan.png</a> (image/png)<br/><img src="images/icons/bullet_blue.gif"/> <a href="attachments/100/8.pdf">Tide rule.pdf</a> (application/pdf)</div></div>',
  ),
  'Second_102.html': confluencePage('Second', '<p>Two</p>'),
  '103.html': confluencePage('First: of all', '<p>One</p>'),
  'attachments/100/7.png': PNG,
  'attachments/100/8.pdf': '%PDF-1.4 a rule',
  'images/icons/bullet_blue.gif': 'GIF89a',
  'styles/site.css': 'body{}',
})

/** Notes as any editor keeps them. */
export const plainNotes = (): Entries => ({
  'notes/10 Later.md': '# Later\n\nBack to [[Tides|the tides]] and [[Nobody]].\n\n![[quay.png]]',
  'notes/2 Soon.md':
    '---\ntitle: "Soon: now"\ncreated: 2024-02-03T10:00:00Z\ntags:\n  - a\n---\n\nWords [up](./Guide/index.md#part) `[[code]]`.',
  'notes/Guide/index.md': 'The guide',
  'notes/Guide/Tides.md': '---\nthis is no fact\n---\n\nHigh water, ![](../img/quay.png) between words.',
  'notes/Empty/Deep/page.html':
    '<html><head><title>Deep &amp; wide</title></head><body><nav>Menu</nav><main><h1>Deep &amp; wide</h1><p>Text</p></main></body></html>',
  'notes/img/quay.png': PNG,
  'notes/img/unused.png': PNG,
})

/** A zip of so many pages without words; libraries take half a minute for it. */
export const manyPages = (count: number): Uint8Array => {
  const [files, list]: [Buffer[], Buffer[]] = [[], []]
  for (let nth = 0, at = 0; nth < count; nth++) {
    const name = Buffer.from(`${nth}.md`)
    const file = Buffer.alloc(30)
    file.write('PK\x03\x04', 'latin1')
    file.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    files.push(file, name)
    list.push(entry, name)
    at += 30 + name.length
  }
  const [held, listed] = [Buffer.concat(files), Buffer.concat(list)]
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(held.length, 16)
  return Buffer.concat([held, listed, end])
}
