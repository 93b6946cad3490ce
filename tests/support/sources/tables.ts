/** Lists of issues as files, in the shapes that tools write them, with the traps that are known of each. */
import { strToU8, zipSync } from 'fflate'
import { csvOf, day, type Given, range } from './source.ts'

const HEAD = ['Key', 'Title', 'Description', 'State', 'Labels', 'Assignee', 'Created', 'Due', 'Points']
const MORE = ['Parent', 'Blocked by', 'Comments', 'Website']

/** The key of an issue that is later in the file, within it. */
const later = (nth: number, by: number, count: number, prefix: string) =>
  nth + by <= count ? `${prefix}-${nth + by}` : ''

const plainLine = (nth: number, count: number): string[] => [
  nth === 8 ? 'FI-4' : `FI-${nth}`,
  nth === 10 ? '' : nth === 16 ? "'=SUM(A1)" : nth === 17 ? 'Mole '.repeat(80) : `Berth ${nth}`,
  nth % 5 === 0 ? `Lines of "two"\nand **more**, see FI-${(nth % count) + 1}` : '',
  ['To Do', 'Done', 'Waiting'][nth % 3]!,
  nth % 2 ? `Tugs ${nth % 7}, quay` : 'Quay',
  nth % 4 === 0 ? `Person ${nth % 9} <person${nth % 9}@port.example>` : 'Ines Cavaco',
  day(nth),
  // Which of two numbers is the day, one value of the file says.
  nth === 3 ? '31/12/2026' : '7/9/2026',
  nth % 6 === 0 ? '1,5' : String(nth % 3),
  nth === 20
    ? 'FI-21'
    : nth === 21
      ? 'FI-20'
      : nth === 22
        ? 'FI-99999'
        : nth % 10 === 1
          ? later(nth, 3, count, 'FI')
          : '',
  nth % 12 === 5 ? later(nth, 2, count, 'FI') : nth === 23 ? 'FI-99998' : '',
  nth % 4 === 0 ? `2024-05-06T07:08:09Z;Bram;Said of ${nth}; see FI-2` : '',
  `https://port.example/${nth}`,
]

/** Lines of a list; one is too wide, the header comes again, keys and titles are missing. */
const plainLines = (count: number) => {
  const head = [...HEAD, ...MORE]
  const lines = range(count).map(nth => plainLine(nth, count))
  lines[13]!.push('too', 'wide')
  lines.splice(30, 0, head)
  return { head, lines }
}
const PLAIN_TOLD = [
  /No title/,
  /Same key as line/,
  /Parents form a circle/,
  /Parent is not in the file/,
  /Relation to an issue that is not/,
  /Line has 15 of 13 columns/,
]
// Skipped: a key that is taken, no title, a line that is too wide.
const plainOf = (count: number) => ({
  made: count - 3,
  skipped: 3,
  comments: range(count).filter(nth => nth % 4 === 0 && nth !== 8).length,
  told: PLAIN_TOLD,
})

/** As Excel of a European saves it: semicolons, letters of Windows, ends of lines of two signs. */
export const windowsCsv = (count: number): Given => {
  const { head, lines } = plainLines(count)
  const text = `sep=;\r\n${csvOf([head, ...lines], { delimiter: ';', end: '\r\n' }).replaceAll('Mole', 'Môle')}`
  return {
    ...{ name: 'CSV', source: 'csv', ...plainOf(count) },
    file: { name: 'FI list.csv', bytes: Buffer.from(text, 'latin1') },
  }
}

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const serialOf = (text: string) => (Date.parse(text) - Date.UTC(1899, 11, 30)) / 86_400_000
const columnName = (at: number) => String.fromCharCode(65 + at)

/** Words once beside the sheet and parts of them with a look, days as numbers, formulas with their values, no empty cells. */
export const spreadsheet = (count: number): Given => {
  const { head, lines } = plainLines(count)
  const strings = new Map<string, number>()
  const place = (text: string) => {
    if (!strings.has(text)) strings.set(text, strings.size)
    return strings.get(text)!
  }
  const cell = (text: string, at: number, line: number): string => {
    const ref = `r="${columnName(at)}${line}"`
    if (text === '') return ''
    if (line > 1 && head[at] === 'Created' && text !== 'Created')
      return `<c ${ref} s="1"><v>${serialOf(text)}</v></c>`
    if (line > 1 && at === 8 && /^\d+$/.test(text)) return `<c ${ref}><f>1+1</f><v>${text}</v></c>`
    if (at === 3) return `<c ${ref} t="inlineStr"><is><t>${xml(text)}</t></is></c>`
    return `<c ${ref} t="s"><v>${place(text)}</v></c>`
  }
  const rows = [head, ...lines].map(
    (cells, at) => `<row r="${at + 1}">${cells.map((text, nth) => cell(text, nth, at + 1)).join('')}</row>`,
  )
  const shared = [...strings.keys()].map(text =>
    text.startsWith('Berth')
      ? `<si><r><rPr><b/></rPr><t>Berth</t></r><r><t xml:space="preserve">${xml(text.slice(5))}</t></r></si>`
      : `<si><t xml:space="preserve">${xml(text)}</t></si>`,
  )
  const parts = {
    'xl/workbook.xml': `<workbook ${NS}><sheets><sheet name="List" sheetId="1"/></sheets></workbook>`,
    'xl/styles.xml': `<styleSheet ${NS}><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${NS}>${shared.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${NS}><sheetData>${rows.join('')}</sheetData></worksheet>`,
  }
  const bytes = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  )
  return {
    ...{ name: 'XLSX', source: 'csv', ...plainOf(count) },
    file: { name: 'FX list.xlsx', bytes },
  }
}

const guarded = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text)

/** The third generation of Plane's own export: lists as JSON within a cell, signs before formulas, no texts. */
export const planeCsv = (count: number): Given => {
  const head =
    'Project Name,Project Identifier,Parent,Identifier,Sequence Id,Name,State Name,Priority,Assignees,Subscribers,Created By Name,Start Date,Target Date,Completed At,Created At,Updated At,Archived At,Estimate,Labels,Cycles,Modules,Links,Relations,Comments,Sub Issues Count,Link Count,Attachment Count,Is Draft'
  const lines = range(count).map(nth => [
    ...['Pier works', 'PW', nth % 10 === 1 ? later(nth, 3, count, 'PW') : '', `PW-${nth}`, String(nth)],
    ...[guarded(nth === 5 ? '-5 degrees' : `Pile ${nth}`), ['Todo', 'Done', 'Cancelled'][nth % 3]!, 'high'],
    ...[JSON.stringify(nth % 4 ? ['Ines Cavaco'] : ['Ines Cavaco', 'Bram']), '[]', 'Ines Cavaco'],
    ...['2024-03-01', nth === 6 ? '2024-02-01' : '2024-04-01', '', day(nth), day(nth + 1), ''],
    ...[String(nth % 3), JSON.stringify(['Steel', 'Wood, wet']), JSON.stringify(['Autumn']), '["North"]'],
    JSON.stringify([{ url: `https://port.example/${nth}`, title: 'Plan' }]),
    nth % 12 === 5
      ? JSON.stringify([
          { type: 'blocked_by', issue: later(nth, 2, count, 'PW') || 'PW-1', direction: 'outgoing' },
        ])
      : '[]',
    nth % 4
      ? '[]'
      : JSON.stringify([
          { comment: guarded(`-${nth} of us`), created_by: 'Bram Quist', created_at: '2024-05-06 07:08:09' },
        ]),
    ...['0', '1', '2', 'False'],
  ])
  return {
    ...{
      name: 'Plane CSV',
      source: 'plane',
      file: { name: 'pier.csv', bytes: csvOf([head.split(','), ...lines]) },
    },
    ...{
      made: count,
      skipped: 0,
      comments: Math.floor(count / 4),
      told: [/Due date is before the start date/],
    },
  }
}

/** A date as a quarter of the files of Linear write it. */
const jsDate = (iso: string) => new Date(iso).toUTCString().replace('GMT', 'GMT+0000 (GMT)').replace(',', '')

/** Linear's export of 34 columns: one file of several dates, rows a cell short, the header again, a key twice. */
export const linearCsv = (count: number): Given => {
  const head =
    'ID,Team,Title,Description,Status,Estimate,Priority,Project ID,Project,Creator,Assignee,Labels,Cycle Number,Cycle Name,Cycle Start,Cycle End,Created,Updated,Started,Triaged,Completed,Canceled,Archived,Due Date,Parent issue,Initiatives,Project Milestone ID,Project Milestone,SLA Status,UUID,Time in status (minutes),Related to,Blocked by,Duplicate of'.split(
      ',',
    )
  const moment = (nth: number) => (nth % 4 ? day(nth) : jsDate(day(nth)))
  const lines = range(count).map(nth => [
    ...[nth === 8 ? 'LI-4' : `LI-${nth}`, 'Lines', `Line ${nth}`],
    ...[
      nth % 5
        ? ''
        : `# Why\n\n- [ ] rope\n- [x] hook\n\nSee https://linear.app/port/issue/LI-${(nth % count) + 1}/line`,
    ],
    ...[
      ['Backlog', 'In Review', 'Done'][nth % 3]!,
      String([1, 2, 4][nth % 3]),
      ['No priority', 'Urgent'][nth % 2]!,
    ],
    ...['', nth % 5 ? '' : 'Refit', 'ines@lines.example', nth % 2 ? 'bram@lines.example' : '', 'Rope, Steel'],
    ...(nth % 4 ? ['', '', '', ''] : ['3', '', '2024-03-04T00:00:00.000Z', '2024-03-18T00:00:00.000Z']),
    ...[
      moment(nth),
      moment(nth + 1),
      '',
      '',
      nth % 3 === 2 ? moment(nth + 1) : '',
      '',
      nth === 9 ? day(99) : '',
    ],
    ...[
      nth % 2 ? '2024-05-01' : jsDate('2024-05-01T00:00:00Z'),
      nth % 10 === 1 ? later(nth, 3, count, 'LI') : '',
    ],
    ...['', '', '', '', `uuid-${nth}`, '9', nth % 12 === 7 ? 'LI-1, LI-2' : ''],
    ...[nth % 12 === 5 ? later(nth, 2, count, 'LI') : '', nth === 11 ? 'LI-12' : ''],
  ])
  for (const nth of [20, 21]) lines[nth]!.length--
  lines.splice(40, 0, head)
  return {
    ...{ name: 'Linear CSV', source: 'linear', file: { name: 'lines.csv', bytes: csvOf([head, ...lines]) } },
    ...{ made: count - 1, skipped: 1, told: [/Same key as line/] },
  }
}

/** Jira's export of all fields: a name for each value, parents by number, times of its people, a mark before the first letter. */
export const jiraCsv = (count: number): Given => {
  const head =
    'Summary,Issue key,Issue id,Issue Type,Status,Status Category,Project key,Project name,Priority,Resolution,Assignee,Reporter,Creator,Created,Updated,Resolved,Due date,Labels,Labels,Sprint,Sprint,Components,Description,Comment,Comment,Comment,Attachment,Outward issue link (Blocks),Outward issue link (Blocks),Inward issue link (Blocks),Parent,Custom field (Epic Link),Custom field (Story Points),Custom field (Rank)'.split(
      ',',
    )
  const said = (nth: number, which: number) =>
    `24/Jun/26 5:4${which} PM;ines;Said *${which}* of ${nth}; see JC-2`
  const lines = range(count).map(nth => [
    ...[nth === 10 ? '' : `Crane ${nth}`, nth === 8 ? 'JC-4' : `JC-${nth}`, String(10_000 + nth), 'Bug'],
    ...[
      ['Selected', 'In dock', 'Closed'][nth % 3]!,
      ['To Do', 'In Progress', 'Done'][nth % 3]!,
      'JC',
      'Cranes',
    ],
    ...[['Blocker', 'Minor'][nth % 2]!, nth % 6 === 2 ? "Won't Do" : '', 'Ines', 'Bram', 'Bram'],
    ...['24/Jun/26 5:39 PM', '25/Jun/26 9:00 AM', '', nth === 3 ? '31/12/2026' : '7/9/2026', 'tugs', 'quay'],
    ...[nth % 4 ? '' : 'Spring, 1', nth % 8 ? '' : 'Summer', 'Hooks'],
    nth % 5 ? '' : 'h2. Why\n{warning}Low water{warning}\n* one\n** two\n[~ines] and !chart.png|width=5!',
    ...(nth % 4 ? ['', '', ''] : [said(nth, 1), said(nth, 2), nth === 4 ? said(nth, 3) : '']),
    nth % 6 ? '' : `24/Jun/26 5:39 PM;ines;chart.png;https://port.example/secure/attachment/${nth}/chart.png`,
    ...[
      nth % 12 === 5 ? later(nth, 2, count, 'JC') : '',
      nth === 5 ? 'JC-6' : '',
      nth % 12 === 7 ? `JC-${nth - 2}` : '',
    ],
    ...[nth % 10 === 1 && nth + 3 <= count ? String(10_003 + nth) : nth === 22 ? '99999' : ''],
    ...[nth % 10 === 2 ? later(nth, 3, count, 'JC') : '', nth % 3 ? '4.0' : '2.0', `0|i00${nth}:`],
  ])
  return {
    ...{
      name: 'Jira CSV',
      source: 'jira',
      file: { name: 'JC.csv', bytes: `\uFEFF${csvOf([head, ...lines])}` },
    },
    ...{ made: count - 2, skipped: 2, told: [/No title/, /Same key as line/, /Parent is not in the file/] },
    // Of the one whose key was taken none.
    comments: range(count).filter(nth => nth % 4 === 0 && nth !== 8).length * 2 + 1,
  }
}

/** Asana's export: parents and dependencies by name, sub-tasks after their parent without a section, no times. */
export const asanaCsv = (count: number): Given => {
  const head =
    'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Blocked By (Dependencies),Blocking (Dependencies),Priority,Estimated time'.split(
      ',',
    )
  const title = (nth: number) => (nth === 9 ? 'Chain 6' : `Chain ${nth}`)
  const lines = range(count).map(nth => {
    const isSub = nth % 10 === 3
    return [
      ...[
        String(1_211_430_000_000_000 + nth),
        '2024-02-03',
        nth % 3 ? '' : '2024-03-04',
        '2024-03-05',
        title(nth),
      ],
      ...[
        isSub ? '' : ['To do', 'Doing', 'Done'][nth % 3]!,
        nth % 2 ? 'Ines Cavaco' : '',
        nth % 2 ? 'ines@asana.example' : '',
      ],
      ...[
        '2024-02-10',
        nth === 7 ? '2024-02-01' : '2024-04-01',
        'rope,steel',
        nth % 5 ? '' : `See ${title(nth)}\nor not`,
      ],
      ...[
        'Chains',
        isSub ? title(nth - 1) : nth === 22 ? 'No such task' : '',
        nth % 12 === 5 ? title(Math.max(1, nth - 3)) : '',
      ],
      ...[nth % 12 === 8 ? title(1) : '', nth % 2 ? 'High' : 'Low', '1.5'],
    ]
  })
  return {
    ...{ name: 'Asana CSV', source: 'asana', file: { name: 'chains.csv', bytes: csvOf([head, ...lines]) } },
    ...{ made: count, skipped: 0, told: [/Due date is before the start date/, /Parent is not in the file/] },
  }
}

/** GitLab's export since 18.4: its number twice, times without a zone, several assignees. */
export const gitlabCsv = (count: number): Given => {
  const head =
    'ID,IID,Title,Description,Type,URL,State,Confidential,Locked,Milestone,Labels,Author,Author Username,Assignee,Assignee Username,Created At (UTC),Updated At (UTC),Closed At (UTC),Due Date,Start Date,Parent ID,Parent IID,Parent Title,Time Estimate,Time Spent,Weight'.split(
      ',',
    )
  const lines = range(count).map(nth => [
    ...[
      String(5_000 + nth),
      String(nth),
      `Buoy ${nth}`,
      nth % 5 ? '' : `Look at #${(nth % count) + 1}`,
      'Issue',
    ],
    ...[`https://gitlab.example/port/buoys/-/issues/${nth}`, nth % 3 ? 'Open' : 'Closed', 'No', 'No'],
    ...[
      nth % 5 ? '' : 'Spring',
      'zone::north,light',
      'Ines Cavaco',
      'ines',
      'Ines Cavaco, Bram',
      'ines, bram',
    ],
    ...['2024-02-03 10:11:12', '2024-02-04 10:11:12', nth % 3 ? '' : '2024-02-05 10:11:12', '2024-06-01', ''],
    ...(nth % 10 === 1 && nth + 3 <= count ? [String(5_003 + nth), String(nth + 3), 'x'] : ['', '', '']),
    ...['3600', '0', nth % 4 ? '' : '3'],
  ])
  return {
    ...{ name: 'GitLab CSV', source: 'gitlab', file: { name: 'buoys.csv', bytes: csvOf([head, ...lines]) } },
    ...{ made: count, skipped: 0, told: [] },
  }
}
