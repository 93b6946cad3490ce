import type { Priority } from '#contract/issues.ts'
import { palette } from '#contract/signs.ts'

/** Who works at Lantern Quay, and on what. */
export const people = [
  { email: 'freya@lanternquay.example', first: 'Freya', last: 'Holm', role: 20 },
  { email: 'mei@lanternquay.example', first: 'Mei', last: 'Tanabe', role: 15 },
  { email: 'jonah@lanternquay.example', first: 'Jonah', last: 'Pell', role: 15 },
  { email: 'ines@lanternquay.example', first: 'Ines', last: 'Cavaco', role: 15 },
  { email: 'olu@lanternquay.example', first: 'Olu', last: 'Adebayo', role: 15 },
  { email: 'rosa@lanternquay.example', first: 'Rosa', last: 'Stern', role: 5 },
]

export const projects = [
  { name: 'Berth Booking', key: 'BER', icon: 'anchor', color: palette.blue, every: 1 },
  { name: 'Skipper App', key: 'SKI', icon: 'explore', color: palette.teal, every: 4 },
  { name: 'Harbour Desk', key: 'HAR', icon: 'notifications', color: palette.orange, every: 5 },
  { name: 'Dues and Payments', key: 'DUE', icon: 'account_balance_wallet', color: palette.green, every: 6 },
]

/** From and until so many days from today. */
export const cycles = [
  { name: 'Autumn tides', from: -6, to: 7 },
  { name: 'First frost', from: 8, to: 21 },
  { name: 'Winter berths', from: null, to: null },
]

export const modules = [
  { name: 'Berth plan', status: 'in-progress' },
  { name: 'Paying ashore', status: 'planned' },
  { name: 'Skipper’s pocket', status: 'in-progress' },
] as const

export const points = ['1', '2', '3', '5', '8']

/** What is said about the first issue. */
export const talk = [
  '<p>Seen again at the west mole: the window moved by an hour, the water did not.</p>',
  '<p>Tables count in universal time all year. We must not shift them when the clocks go back.</p>',
]

export const labels = [
  { name: 'Bug', color: palette.red },
  { name: 'Tides', color: palette.teal },
  { name: 'Pricing', color: palette.green },
  { name: 'Booking', color: palette.blue },
  { name: 'Berth plan', color: palette.violet },
  { name: 'Reliability', color: palette.orange },
  { name: 'Skipper', color: palette.pink },
  { name: 'Reports', color: palette.yellow },
]

type StoryIssue = {
  name: string
  state: string
  priority: Priority
  labels: string[]
  assignee: string | null
  /** Days from today. */
  start: number | null
  due: number | null
  text?: string
}

const told: [string, string, Priority, string[], number | null, number | null][] = [
  [
    'Tide window ignores the clock change on the last Sunday of October',
    'In Progress',
    'urgent',
    ['Bug', 'Tides'],
    1,
    -1,
  ],
  ['Drag a booking to another berth on the plan', 'In Progress', 'high', ['Berth plan'], 2, 3],
  ['Price preview before the skipper enters card details', 'In Progress', 'medium', ['Pricing'], 4, 8],
  ['Draw pontoons with curved walkways', 'In Progress', 'medium', ['Berth plan'], 4, 15],
  ['Curves survive export to the harbour’s own drawing', 'In Progress', 'high', ['Berth plan'], 2, 10],
  [
    'Two visitors can book the last berth in the same second',
    'In Review',
    'urgent',
    ['Bug', 'Reliability'],
    3,
    1,
  ],
  ['Send the gate code two hours before arrival', 'In Review', 'high', ['Skipper'], 0, 1],
  ['Warn when the mast is higher than the swing bridge', 'In Review', 'medium', ['Tides'], 0, 4],
  ['Arrival list prints the radio call sign', 'In Review', 'low', ['Reports'], 4, null],
  ['Refund the deposit when a storm closes the harbour', 'Todo', 'urgent', ['Pricing', 'Booking'], 3, 2],
  ['Let a harbour master close a berth for dredging', 'Todo', 'high', ['Berth plan'], 2, 7],
  ['Waiting list: offer a freed berth to the next three boats', 'Todo', 'medium', ['Booking'], 1, 10],
  ['Show depth at lowest tide on each berth card', 'Todo', 'low', ['Tides'], 4, null],
  ['Remember boat length and draught between visits', 'Todo', 'low', ['Skipper'], null, null],
  ['Ask for insurance papers once a year, not each visit', 'Todo', 'medium', ['Booking'], 4, 17],
  ['Colour-blind palette for occupied berths', 'Todo', 'low', ['Berth plan'], 4, null],
  ['Hold a freed berth for thirty minutes', 'Todo', 'medium', ['Booking'], 1, 14],
  ['Charge by the metre, rounded up to half a metre', 'Done', 'high', ['Pricing'], 4, -8],
  ['Harbour dues in two currencies on one receipt', 'Done', 'medium', ['Pricing'], 3, -6],
  ['Import last year’s season contracts from a spreadsheet', 'Done', 'medium', ['Reports'], 0, -7],
  ['Close online booking above wind force 8', 'Done', 'high', ['Booking'], 4, -9],
  ['Keep the plan sharp on a 200 % display', 'Done', 'low', ['Berth plan'], 2, null],
  ['Refuse a stay longer than the season contract', 'Done', 'medium', ['Booking'], 3, -10],
  ['Show who changed a berth price and when', 'Done', 'medium', ['Pricing'], 0, -14],
]

const parts = [
  ['Show', 'Explain', 'Print', 'Speed up', 'Test', 'Translate', 'Log', 'Undo'],
  [
    'the arrival list',
    'the tide table',
    'a booking',
    'the berth plan',
    'the season contract',
    'the gate code',
    'the receipt',
    'the waiting list',
  ],
  [
    'for guests',
    'on a phone',
    'after midnight',
    'in Danish',
    'without a network',
    'for two boats',
    'in one step',
    'by keyboard',
  ],
]
const states = ['Backlog', 'Backlog', 'Todo', 'Done', 'Done', 'Cancelled']

export const issues: StoryIssue[] = [
  ...told.map(
    ([name, state, priority, names, who, due], at): StoryIssue => ({
      name,
      state,
      priority,
      labels: names,
      assignee: who === null ? null : people[who]!.email,
      start: due === null ? null : due - 2 - ((at * 5) % 9),
      due,
      ...(state === 'In Progress'
        ? {
            text: '<p>Between 02:00 and 03:00 the window was computed twice, so a boat drawing 1.9 m was told it could cross the sill an hour early. The harbour caught it on the radio.</p><p><strong>Cause.</strong> <code>windowFor()</code> adds hours to local time. It must add them to the instant.</p>',
          }
        : {}),
    }),
  ),
  ...Array.from(
    { length: 126 },
    (_, at): StoryIssue => ({
      name: parts.map((words, place) => words[Math.floor(at / 8 ** place + place * at) % 8]).join(' '),
      state: states[at % states.length]!,
      priority: (['none', 'low', 'medium', 'high'] as const)[at % 4]!,
      labels: at % 3 ? [labels[at % labels.length]!.name] : [],
      assignee: at % 5 ? people[at % 5]!.email : null,
      start: at % 8 === 0 ? (at % 30) - 12 : at % 4 && at % 13 === 1 ? at % 11 : null,
      due: at % 4 ? null : (at % 30) - 5,
    }),
  ),
]

export const pages = [
  {
    name: 'Tide windows: when may a boat come in?',
    html: '<p>A berth behind a sill is reachable only while the water above the sill is deeper than the boat’s draught plus a margin.</p><div data-block-type="callout-component"><p>Never round a window outward. Too short costs a wait; too long costs a keel.</p></div><h2>The rule from now on</h2><pre><code># metres and instants only; no local time in here\nlet need = boat.draught + berth.margin + 0.2\nreturn curve.spans(height =&gt; height - berth.sill &gt;= need)</code></pre><table><tbody><tr><th><p>Harbour</p></th><th><p>Sill, m</p></th><th><p>Opens on</p></th></tr><tr><td><p>Inner Basin</p></td><td><p>1.40</p></td><td><p>Time</p></td></tr><tr><td><p>Old Lock</p></td><td><p>0.85</p></td><td><p>Level</p></td></tr></tbody></table><h2>Before we ship</h2><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Recompute every booking since 25 October</p></li><li data-type="taskItem" data-checked="false"><p>Call the harbours whose window moved by more than ten minutes</p></li></ul>',
  },
  {
    name: 'Season opening plan',
    html: '<h2>March</h2><ul><li><p>Dredging of the inner basin</p></li><li><p>New gate codes for everyone</p></li></ul>',
  },
  {
    name: 'Words we use',
    html: '<p><strong>Sill</strong>: the sea bed at a harbour’s mouth. <strong>Draught</strong>: how deep a boat reaches.</p>',
  },
]
