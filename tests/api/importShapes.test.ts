/** Files of other tools, in the shapes that these write, and what each value becomes. */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCalls, importRunner } from '../support/imports.ts'
import { type Brought, broughtBy, table } from '../support/importTables.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let runner: Awaited<ReturnType<typeof importRunner>>
let calls: ReturnType<typeof importCalls>
let brought: ReturnType<typeof broughtBy>
beforeAll(async () => {
  server = await startServer()
  brought = broughtBy(server)
  team = await issueTeam(server)
  runner = await importRunner(server)
  calls = importCalls(team.admin, team.workspace.slug)
})
afterAll(() => runner.stop())

type Case = {
  file: string | Uint8Array
  source?: string
  name?: string
  issues: Brought[]
  faults?: string[]
}

const LINEAR = [
  ...['ID', 'Team', 'Title', 'Description', 'Status', 'Priority', 'Project', 'Cycle Number', 'Cycle Name'],
  ...['Cycle Start', 'Cycle End', 'Created', 'Started', 'Completed', 'Canceled', 'Due Date'],
]
const JIRA = [
  ...[
    'Summary',
    'Issue key',
    'Issue id',
    'Status',
    'Status Category',
    'Resolution',
    'Project key',
    'Assignee',
  ],
  ...['Assignee Id', 'Created', 'Due date', 'Components', 'Fix versions', 'Sprint', 'Comment'],
  ...['Custom field (Epic Link)', 'Parent', 'Custom field (Story Points)', 'Outward issue link (Blocks)'],
  ...['Inward issue link (Cloners)', 'Outward issue link (Cloners)', 'Outward issue link (Depends)'],
]
const GITLAB = [
  ...['ID', 'IID', 'Title', 'URL', 'State', 'Confidential', 'Author', 'Author Username', 'Assignee'],
  ...['Assignee Username', 'Parent ID', 'Parent IID', 'Created At (UTC)'],
]
const ASANA = [
  ...['Task ID', 'Created At', 'Completed At', 'Name', 'Section/Column', 'Assignee', 'Assignee Email'],
  ...['Notes', 'Projects', 'Parent task'],
]
const PLANE = [
  ...['ID', 'Project Identifier', 'Project', 'Project ID', 'Sequence ID', 'Name', 'State', 'Created At'],
  ...['Created By', 'Link', 'Relations'],
]

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const words = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`
const xlsx = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [`xl/${name}`, strToU8(text)])))
const sheet = (...rows: string[]) =>
  `<worksheet xmlns="${SHEET}"><sheetData>${rows.join('')}</sheetData></worksheet>`
const RELATIONS = (...targets: string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at}" Target="${target}"/>`).join('')}</Relationships>`

const CASES: Record<string, Case> = {
  'Jira: one value a column, links by the word of their type, epics behind parents, names for ids': {
    file: table(
      JIRA,
      {
        ...{ Summary: 'Mast', 'Issue key': 'JS-1', 'Issue id': '101', Status: 'Open', 'Project key': 'JS' },
        ...{
          Assignee: 'Doe, Jane',
          'Assignee Id': 'acc:1',
          Created: '24/Mai/26 17:39',
          'Due date': '24/Dez/26',
        },
        ...{ Components: 'Search, Index', 'Fix versions': '1.0, final', Sprint: 'Sprint 2, Q3' },
        ...{ Comment: '24/Jun/26 5:39 PM;acc:1;Well; seen', 'Custom field (Story Points)': '1,50' },
        ...{ 'Outward issue link (Blocks)': 'JS-2', 'Outward issue link (Depends)': 'JS-3' },
        'Outward issue link (Cloners)': 'JS-3',
      },
      {
        ...{ Summary: 'Sail', 'Issue key': 'JS-2', 'Issue id': '102', Status: 'Closed', 'Project key': 'JS' },
        ...{
          'Status Category': 'Done',
          Resolution: "Won't Do",
          'Custom field (Epic Link)': 'JS-1',
          Parent: '103',
        },
      },
      {
        ...{ Summary: 'Rope', 'Issue key': 'JS-3', 'Issue id': '103', Status: 'Open', 'Project key': 'JS' },
        ...{ 'Custom field (Epic Link)': 'JS-1', 'Inward issue link (Cloners)': 'JS-1' },
      },
    ),
    issues: [
      {
        ...{ name: 'Mast', people: ['Doe, Jane'], created: '2026-05-24T17:39:00.000Z', due: '2026-12-24' },
        ...{ labels: ['Components: Search, Index'], modules: ['1.0, final'], cycle: 'Sprint 2, Q3' },
        ...{ comments: ['Doe, Jane: Well; seen'], points: null },
        text: '<p><strong>Estimate:</strong> 1.5</p>',
        relations: ['blocked_by Rope', 'duplicate Rope'],
      },
      { name: 'Sail', state: "Won't Do", group: 'cancelled', parent: 'Rope', relations: ['blocked_by Mast'] },
      { name: 'Rope', parent: 'Mast', relations: null },
    ],
    faults: ['Estimate is not on the scale'],
  },
  'Linear: cycles without a name and back to back, groups by what is filled, days in UTC, Markdown that begins with a tag':
    {
      file: table(
        LINEAR,
        {
          ...{ ID: 'LS-1', Team: 'Design, Web', Title: 'One', Status: 'Parked', Project: 'Big, bold' },
          ...{ 'Cycle Number': '7', 'Cycle Start': '2024-05-01T00:00:00.000Z' },
          ...{ 'Cycle End': '2024-05-15T00:00:00.000Z', Started: '2024-05-14T10:00:00Z' },
          'Due Date': 'Tue May 14 2024 20:00:00 GMT-0700 (PDT)',
        },
        {
          ...{
            ID: 'LS-2',
            Team: 'Design, Web',
            Title: 'Two',
            Status: 'Elsewhere',
            Canceled: '2024-05-14T10:00:00Z',
          },
          ...{ 'Cycle Number': '8', 'Cycle Name': 'Spring, late', 'Cycle Start': '2024-05-15T00:00:00.000Z' },
          ...{ 'Cycle End': '2024-05-29T00:00:00.000Z', Description: '<b>Bold</b>\n\n- a\n- b' },
        },
      ),
      issues: [
        {
          ...{
            name: 'One',
            project: 'Design, Web',
            group: 'started',
            modules: ['Big, bold'],
            due: '2024-05-15',
          },
          ...{ cycle: 'Cycle 7', begins: '2024-05-01', ends: '2024-05-14' },
        },
        {
          ...{
            name: 'Two',
            group: 'cancelled',
            cycle: 'Spring, late',
            begins: '2024-05-15',
            ends: '2024-05-28',
          },
          text: expect.stringContaining('<li><p>a</p></li>'),
        },
      ],
    },
  'GitLab: ids that are numbers of other issues, parents by their ids, no names of accounts as labels': {
    file: table(
      GITLAB,
      {
        ...{ ID: '2', IID: '1', Title: 'First', URL: 'https://gl.example/Gr/Shed/-/issues/1', State: 'Open' },
        ...{ Confidential: 'No', Author: 'Ann', 'Author Username': 'ann1' },
      },
      {
        ...{
          ID: '3',
          IID: '2',
          Title: 'Second',
          URL: 'https://gl.example/Gr/Shed/-/issues/2',
          State: 'Closed',
        },
        ...{
          Confidential: 'Yes',
          Author: 'Ann',
          'Author Username': 'ann1',
          'Parent ID': '2',
          'Parent IID': '1',
        },
      },
      {
        ...{ ID: '4', IID: '3', Title: 'Third', URL: 'https://gl.example/Gr/Shed/-/issues/3', State: 'Open' },
        ...{
          Confidential: 'No',
          Author: 'Ann',
          'Author Username': 'ann1',
          'Parent ID': '9',
          'Parent IID': '1',
        },
      },
    ),
    issues: [
      { name: 'First', key: 'gr/shed#1', number: 1, project: 'shed', labels: null, parent: null },
      { name: 'Second', key: 'gr/shed#2', parent: 'First', labels: ['Confidential'] },
      { name: 'Third', key: 'gr/shed#3', parent: null },
    ],
    faults: ['Parent is not in the file'],
  },
  'GitLab, older: the number of an issue is in its address': {
    source: 'gitlab',
    file: table(['Issue ID', 'URL', 'Title', 'State'], {
      ...{ 'Issue ID': '991', URL: 'https://gl.example/gr/pier/issues/12', Title: 'Old', State: 'Open' },
    }),
    issues: [{ name: 'Old', key: 'gr/pier#12', number: 12 }],
  },
  'Asana: rounded ids, one person by name and address, sub-tasks with their parents, done in any section, titles twice':
    {
      file: table(
        ASANA,
        {
          ...{
            'Task ID': '1.21143E+15',
            Name: 'Hull, outer',
            'Section/Column': 'Doing',
            Assignee: 'Ann Mast',
          },
          ...{ 'Assignee Email': 'ann@example.org', Projects: 'Yard A,Yard B' },
        },
        { 'Task ID': '1.21143E+15', Name: 'Plank', 'Parent task': 'Hull, outer' },
        {
          ...{ 'Task ID': '1.21143E+15', Name: 'Paint', 'Section/Column': 'Dock', Projects: 'Yard A' },
          ...{ 'Completed At': '2024-01-09', Notes: 'red\nblue' },
        },
        { 'Task ID': '1.21143E+15', Name: 'Paint', 'Section/Column': 'Dock', Projects: 'Yard A' },
      ),
      issues: [
        { name: 'Hull, outer', project: 'Yard A', people: ['Ann Mast'], state: 'Doing' },
        { name: 'Plank', project: 'Yard A', parent: 'Hull, outer' },
        {
          ...{ name: 'Paint', state: 'Completed', group: 'completed' },
          text: '<p>red<br>blue</p><p><strong>Section:</strong> Dock</p>',
        },
        { name: 'Paint', state: 'Dock' },
      ],
    },
  'Asana as JSON': {
    ...{ source: 'asana', name: 'asana.json' },
    file: JSON.stringify({
      data: [
        {
          ...{ gid: '71', name: 'Deck', completed: false, due_on: '2024-05-05', tags: [{ name: 'wood' }] },
          memberships: [{ project: { name: 'Yard J' }, section: { name: 'Doing' } }],
          ...{ assignee: { name: 'Zoe' }, dependencies: [{ gid: '72' }] },
        },
        { gid: '72', name: 'Nail', completed: true, memberships: [], parent: { gid: '71' } },
      ],
    }),
    issues: [
      {
        ...{ name: 'Deck', project: 'Yard J', state: 'Doing', due: '2024-05-05', labels: ['wood'] },
        ...{ people: ['Zoe'], relations: ['blocked_by Nail'] },
      },
      { name: 'Nail', project: 'Yard J', parent: 'Deck', group: 'completed' },
    ],
  },
  'Plane: several links of a cell, relations as an object, the author alone, hours of which half is unknown':
    {
      file: table(
        PLANE,
        {
          ...{ ID: 'PB-1', 'Project Identifier': 'PB', Project: 'Planes', 'Project ID': 'u', Name: 'Wing' },
          ...{ 'Created At': 'Mon, 01 Jan 2024 01:02:03 UTC+0000', 'Created By': 'Ann Bee, Cid Dee, wood' },
          ...{ Link: 'https://x.example/1, https://x.example/2', Relations: '{"blocked_by": "PB-2"}' },
        },
        {
          ...{ ID: 'PB-2', 'Project Identifier': 'PB', Project: 'Planes', 'Project ID': 'u', Name: 'Tail' },
          Relations: "{'relates_to': 'PB-1'}",
        },
      ),
      issues: [
        {
          ...{
            name: 'Wing',
            author: 'Ann Bee',
            created: '2024-01-01T00:00:00.000Z',
            relations: ['blocked_by Tail'],
          },
          links: ['https://x.example/1', 'https://x.example/2'],
        },
        { name: 'Tail', relations: ['relates_to Wing'] },
      ],
    },
  'Trello: closed without a day, empty values of fields, attachments without an address': {
    ...{ source: 'trello', name: 'board.json' },
    file: JSON.stringify({
      ...{
        id: '5f0000000000000000000001',
        name: 'Slip',
        labels: [],
        members: [],
        checklists: [],
        actions: [],
      },
      lists: [{ id: 'l', name: 'To do', closed: false }],
      labels: [{ id: 'b', name: '', color: 'green_light' }],
      customFields: [{ id: 'f', name: 'Size', type: 'number' }],
      cards: [
        {
          ...{
            id: '5f0000000000000000000002',
            idShort: 1,
            name: 'Gone',
            closed: true,
            idList: 'l',
            idLabels: ['b'],
          },
          ...{
            dateLastActivity: null,
            desc: 'one\ntwo',
            customFieldItems: [{ idCustomField: 'f', value: { number: null } }],
          },
          attachments: [{ name: 'n', url: null, isUpload: false }],
        },
      ],
    }),
    issues: [{ name: 'Gone', archived: true, text: '<p>one<br>two</p>', colours: ['#4bce97'] }],
  },
  'lists of Europe: decimal commas, months by their names, moments in other zones and halves of the day': {
    file: Buffer.from(
      'sep=;\r\nKey;Title;Estimate;Due date;Created\r\nEU-1;Größe;1,5;1. März 2024;2024-01-01 10:00:00+02\r\n' +
        'EU-2;Maß;3,0;24/févr./26;"24/6/2024, 5:39:10 p. m."\r\n',
      'latin1',
    ),
    issues: [
      { name: 'Größe', points: '1.5', due: '2024-03-01', created: '2024-01-01T08:00:00.000Z' },
      { name: 'Maß', points: '3', due: '2026-02-24', created: '2024-06-24T17:39:10.000Z' },
    ],
  },
  'keys in either case, a parent of its own, two columns of texts, lines as they were typed': {
    file:
      'Key,Title,Parent,Blocked by,Notes,Notes\nkc-1,Upper,KC-2,KC-3,"one\ntwo",more\nkc-2,Lower,,,,\nkc-3,Self,KC-3,,,\n' +
      `kc-4,Long,,,${'x'.repeat(32_767)},\n`,
    issues: [
      {
        name: 'Upper',
        parent: 'Lower',
        relations: ['blocked_by Self'],
        text: '<p>one<br>two</p><p>more</p>',
      },
      { name: 'Lower' },
      { name: 'Self', parent: null },
      { name: 'Long' },
    ],
    faults: ['It is its own parent', 'Notes has as many letters as a cell of Excel can have'],
  },
  'a spreadsheet that counts from 1904, of words with a reading and signs that XML does not hold': {
    name: 'list.xlsx',
    file: xlsx({
      'workbook.xml': `<workbook xmlns="${SHEET}"><workbookPr date1904="1"/></workbook>`,
      'styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'sharedStrings.xml': '<sst><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si></sst>',
      'worksheets/sheet1.xml': sheet(
        row(words('Title'), words('Due date'), words('Notes')),
        row('<c t="s"><v>0</v></c>', '<c s="1"><v>43000</v></c>', words('a_x000D_\nb')),
      ),
    }),
    issues: [{ name: '東京', due: '2021-09-23', text: '<p>a<br>b</p>' }],
  },
  'a spreadsheet whose first sheet is hidden, with prefixes': {
    name: 'hidden.xlsx',
    file: xlsx({
      'workbook.xml':
        `<x:workbook xmlns:x="${SHEET}" xmlns:r="r"><x:sheets><x:sheet name="A" state="veryHidden" r:id="r0"/>` +
        '<x:sheet name="B" r:id="r1"/></x:sheets></x:workbook>',
      '_rels/workbook.xml.rels': RELATIONS('worksheets/sheet1.xml', '/xl/worksheets/other.xml'),
      'worksheets/sheet1.xml': sheet(row(words('Title')), row(words('Secret'))),
      'worksheets/other.xml': sheet(row(words('Title')), row(words('Open')))
        .replaceAll('<', '<x:')
        .replaceAll('<x:/', '</x:')
        .replace('xmlns', 'xmlns:x'),
    }),
    issues: [{ name: 'Open' }],
  },
}

for (const [title, { issues, faults = [], ...given }] of Object.entries(CASES))
  test(title, async () => {
    const done = await calls.whole(given.file, given)
    expect([done.state, done.said, done.skipped_count]).toEqual(['done', null, 0])
    expect(await brought(done.id)).toMatchObject(issues)
    expect((await calls.faults(done.id)).map(({ said }) => said).toSorted()).toEqual(faults)
  })
