/** Files that break readers: each ends in a clear fault of the file or of a line, and nothing is half there. */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let runner: Awaited<ReturnType<typeof importRunner>>
let calls: ReturnType<typeof importCalls>
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  runner = await importRunner(server)
  calls = importCalls(team.admin, team.workspace.slug)
})
afterAll(() => runner.stop())

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const sheetOf = (rows: string) => `<worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`
const TITLED = `<row>${cell('Key')}${cell('Title')}</row>`
const book = (sheet: string, more: Record<string, string | Uint8Array> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({ 'xl/worksheets/sheet1.xml': sheet, ...more }).map(([name, part]) => [
        name,
        typeof part === 'string' ? strToU8(part) : part,
      ]),
    ),
  )
const shared = (strings: string) => ({ 'xl/sharedStrings.xml': `<sst ${NS}>${strings}</sst>` })
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const many = <One>(count: number, of: (at: number) => One) => Array.from({ length: count }, (_, at) => of(at))

/** A file that is refused as a whole, with the reason. */
const REFUSED: [string, string | Uint8Array, RegExp][] = [
  ['blank lines alone', '\n\n\n', /no lines|no issues/],
  ['blanks as a header', ' , , \n1,2,3\n', /names no columns/],
  ['JSON that holds no list', '{"title":"Sill"}', /./],
  ['a page of a sign-in', '\uFEFF<html><body>Sign in</body></html>', /web page/],
  ['an XML of a feed', '<?xml version="1.0"?><rss/>', /web page/],
  [
    'a quote that swallows the file',
    `Key,Title\nA-1,"${'x'.repeat(5_000_000)}\n`,
    /quote is missing|too long|not closed/,
  ],
  ['a quote open at the end', 'Key,Title\nA-1,"open', /not closed/],
  [
    'letters of another encoding far behind',
    Buffer.concat([
      Buffer.from(`Key,Title\nA-0,Größe\n${'A-1,Sill\n'.repeat(9_000)}`),
      Buffer.from([0x41, 0x2c, 0xe9, 0x0a]),
    ]),
    /mixes encodings/,
  ],
  [
    'half a letter in UTF-16',
    Buffer.concat([utf16('Key\tTitle\nA-1\t'), Buffer.from([0x00, 0xd8, 0x41, 0x00])]),
    /mixes encodings/,
  ],
  ['301 columns', `${many(301, at => `c${at}`).join(',')}\n1\n`, /more than 300 columns/],
  ['a million columns', ','.repeat(1_000_000), /more than 1200 columns/],
  ['a million cells in a later line', `Key,Title\nA-1,${','.repeat(1_000_000)}\n`, /more than 1200 columns/],
  ['a zip that is no workbook', zipSync({ 'a.txt': strToU8('Sill') }), /no sheet with lines/],
  [
    'a workbook cut in half',
    book(sheetOf(`${TITLED}<row>${cell('A-1')}${cell('x'.repeat(100_000))}</row>`)).slice(0, 300),
    /cut off|damaged/,
  ],
  ['a workbook of damaged XML', book(sheetOf(`${TITLED}<row><c></row>`)), /damaged/],
  ['entities that grow', book(`<!DOCTYPE a [<!ENTITY b "bbbb">]>${sheetOf(TITLED)}`), /damaged/],
  [
    'thousands of parts',
    zipSync(Object.fromEntries(many(2_100, (at): [string, Uint8Array] => [`p${at}`, new Uint8Array(0)]))),
    /too many parts/,
  ],
  [
    'strings packed a thousandfold',
    book(sheetOf(TITLED), { 'xl/sharedStrings.xml': new Uint8Array(70_000_000).fill(32) }),
    /too large when unpacked/,
  ],
  [
    'a cell at the end of the world',
    book(sheetOf(`${TITLED}<row><c r="XFD2"><v>1</v></c></row>`)),
    /more than 1200 columns/,
  ],
  ['an empty sheet', book(sheetOf('')), /no sheet with lines/],
  ['a header and nothing else, as a workbook', book(sheetOf(TITLED)), /no lines/],
  [
    'an old workbook',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]),
    /old Excel/,
  ],
]

test.each(REFUSED)('%s', async (_, file, said) => {
  const { id } = await calls.begin(file, { name: 'hostile.csv' })
  const read = await calls.reaches(id, 'failed', 'matching')
  expect([read.state, read.said]).toEqual(['failed', expect.stringMatching(said)])
  expect(await server.db('import_rows').where('import', id).first('nth')).toBeUndefined()
  expect((await calls.act(id, 'check')).status).toBe(400)
})

type Outcome = { new: number; skipped?: number; faults?: string[]; names?: string[] }

/** A file that is read, with what its dry run says and what comes of it. */
const READ: [string, string | Uint8Array, Outcome][] = [
  [
    'a million signs that open nothing',
    `Key,Title,Description\nA-1,a,"<p>${'<'.repeat(1_000_000)}</p>"\n`,
    { new: 1 },
  ],
  [
    'half a million links that do not end',
    `Key,Title,Description\nA-1,a,"<p>${'<a '.repeat(500_000)}"\n`,
    { new: 1 },
  ],
  [
    'a million labels of one issue',
    `Key,Title,Labels\nA-1,a,"${'x,'.repeat(3)}${many(400_000, at => `l${at}`).join(',')}"\n`,
    { new: 1, faults: ['More than 100 labels'] },
  ],
  [
    'a hundred thousand comments of one issue',
    `Key,Title,Comments\nA-1,a,"[${many(100_000, at => `{""comment"":""c${at}""}`).join(',')}]"\n`,
    { new: 1, faults: ['More than 2000 comments'] },
  ],
  [
    'semicolons, a mark and the letters of Windows',
    Buffer.from('\uFEFFKey;Title\r\nA-1;Gr\u00fc\u00dfe\r\n'),
    { new: 1, names: ['Grüße'] },
  ],
  [
    'the letters of Windows without a mark',
    Buffer.from('Key;Title\r\nA-1;Gr\u00fc\u00dfe\r\n', 'latin1'),
    { new: 1, names: ['Grüße'] },
  ],
  ['UTF-16 with tabs', utf16('Key\tTitle\r\nA-1\t東京 tide\r\n'), { new: 1, names: ['東京 tide'] }],
  ['UTF-16 the other way round', utf16('Key\tTitle\r\nA-1\tТайд\r\n', true), { new: 1, names: ['Тайд'] }],
  [
    'a line that names its delimiter',
    'sep=;\r\nKey;Title\r\nA-1;Sill, and more\r\n',
    { new: 1, names: ['Sill, and more'] },
  ],
  ['bytes of zero', 'Key,Title\nA-1,Si\0ll\n', { new: 1, names: ['Sill'] }],
  ['lines of one column only', 'Title\nSill\nSill\nDory\n', { new: 3 }],
  ['the header again within', 'Key,Title\nA-1,Sill\nKey,Title\nA-2,Dory\n', { new: 2 }],
  [
    'short and long lines',
    'Key,Title,State,Priority\nA-1,Sill\nA-2,Dory,Done,Low,more\nA-3,Smack,Done\n',
    { new: 1, skipped: 2, faults: ['Line ends after 2 of 4 columns', 'Line has 5 of 4 columns'] },
  ],
  ['a quote within a cell', 'Key,Title\nA-1,5" nail\nA-2,Dory\n', { new: 2, names: ['5" nail', 'Dory'] }],
  ['columns of one name', 'Key,Title,Labels,Labels,Labels\nA-1,Sill,one,two,one\n', { new: 1 }],
  ['columns without a name', 'Key,Title,,\nA-1,Sill,x,y\n', { new: 1 }],
  [
    'names that every object has',
    'Key,Title,State,Labels,Assignee,Estimate,Project,constructor,__proto__\n' +
      many(
        12,
        at =>
          `A-${at},Sill ${at},${['constructor', '__proto__', 'toString'][at % 3]},__proto__,constructor,__proto__,${at % 2 ? '__proto__' : 'constructor'},x,y`,
      ).join('\n'),
    { new: 12 },
  ],
  [
    'a circle of parents',
    'Key,Title,Parent\nA-1,a,A-2\nA-2,b,A-3\nA-3,c,A-1\nA-4,d,A-1\n',
    { new: 4, faults: ['Parents form a circle, or a chain of more than 50'] },
  ],
  ['its own parent', 'Key,Title,Parent\nA-1,a,A-1\n', { new: 1, faults: ['It is its own parent'] }],
  [
    'a chain of sixty parents',
    `Key,Title,Parent\n${many(60, at => `A-${at},t${at},${at ? `A-${at - 1}` : ''}`).join('\n')}\n`,
    { new: 60, faults: ['Parents form a circle, or a chain of more than 50'] },
  ],
  ['a key twice', 'Key,Title\nA-1,a\nA-1,b\n', { new: 1, skipped: 1, faults: ['Same key as line 2'] }],
  ['a key of a thousand letters', `Key,Title\n${'K'.repeat(1_000)}-1,a\n`, { new: 1 }],
  [
    'a number beyond all numbers',
    'Key,Title\nA-99999999999999999999,a\nA-999999999,b\nA-0,c\nA--5,d\n',
    { new: 4 },
  ],
  ['a title of ten thousand letters', `Key,Title\nA-1,${'long '.repeat(2_000)}\n`, { new: 1 }],
  [
    'days that are none',
    'Key,Title,Due date,Start date\nA-1,a,31/02/2026,soon\nA-2,b,9999-99-99,\nA-3,c,2026-01-01,2027-01-01\n',
    {
      new: 3,
      faults: ['Due date is not a date', 'Start date is not a date', 'Due date is before the start date'],
    },
  ],
  [
    'cells that begin as formulas do',
    `Key,Title\nA-1,"=cmd|' /C calc'!A0"\nA-2,'=1+1\nA-3,＝2+2\n`,
    { new: 3, names: ["=cmd|' /C calc'!A0", '=1+1', '＝2+2'] },
  ],
  [
    'HTML with a script',
    'Key,Title,Description\nA-1,a,"<p onclick=""x()"">Words<script>alert(1)</script></p>"\n',
    { new: 1 },
  ],
  ['links that run', 'Key,Title,URL\nA-1,a,javascript:alert(1)\nA-2,b,https://quay.example/2\n', { new: 2 }],
  ['lists that do not end', 'Key,Title,Labels,Comments\nA-1,a,"[""x"", ","[{""comment"":"\n', { new: 1 }],
  [
    'a crowd of assignees in many columns',
    `Key,Title${',Assignee'.repeat(80)}\nA-1,a${Array.from({ length: 80 }, (_, column) => `,"${Array.from({ length: 2_000 }, (_, at) => `p${column}x${at}`).join()}"`).join('')}\n`,
    { new: 1, faults: ['More than 50 assignees'] },
  ],
  [
    'relations to oneself and to nobody',
    'Key,Title,Blocked by\nA-1,a,"A-1, A-9"\n',
    { new: 1, faults: ['Relation to an issue that is not in the file'] },
  ],
  [
    'an index of a string that is none',
    book(
      sheetOf(`${TITLED}<row><c t="s"><v>99</v></c><c t="s"><v>0</v></c></row>`),
      shared('<si><t>Sill</t></si>'),
    ),
    { new: 1, names: ['Sill'] },
  ],
  [
    'rich text, a formula and a day',
    book(
      sheetOf(
        `<row>${cell('Key')}${cell('Title')}${cell('Due date')}</row><row>${cell('A-1')}<c t="s"><v>0</v></c><c><f>1+1</f><v>45000</v></c></row>`,
      ),
      shared('<si><r><t>Si</t></r><r><t>ll</t></r></si>'),
    ),
    { new: 1, names: ['Sill'] },
  ],
  [
    'a workbook with a path out of it',
    book(sheetOf(`${TITLED}<row>${cell('A-1')}${cell('Sill')}</row>`), { '../../evil.xml': 'x' }),
    { new: 1, names: ['Sill'] },
  ],
]

test.each(READ)('%s', async (_, file, outcome) => {
  const { id } = await calls.begin(file, { name: 'hostile.csv' })
  const read = await calls.reaches(id, 'matching')
  expect(read.said).toBeNull()
  await calls.act(id, 'check')
  const checked = await calls.reaches(id, 'checked')
  expect(checked).toMatchObject({ new_count: outcome.new, skipped_count: outcome.skipped ?? 0 })
  const said = (await calls.faults(id)).map(one => one.said)
  for (const fault of outcome.faults ?? []) expect(said).toContain(fault)
  await calls.act(id, 'run')
  const done = await calls.reaches(id, 'done', 'stopped')
  expect([done.state, done.said]).toEqual(['done', null])
  const made = await server
    .db('issues')
    .whereIn('id', server.db('import_made').where({ import: id, entity: 'issue' }).select('row_id'))
  expect(made).toHaveLength(outcome.new)
  if (outcome.names) expect(made.map(({ name }) => name).sort()).toEqual(outcome.names.toSorted())
  const texts = await server
    .db('documents')
    .whereIn(
      'id',
      made.map(one => one.id),
    )
    .pluck('description_html')
  expect(texts.join()).not.toMatch(/<script|onclick|javascript:/)
  await calls.act(id, 'undo')
  await calls.reaches(id, 'undone')
  expect(
    await server
      .db('issues')
      .whereNull('deleted_at')
      .whereIn(
        'id',
        made.map(one => one.id),
      ),
  ).toEqual([])
})
