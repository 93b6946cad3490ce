/** What shows the product at its best on the screens that are opened first. */

/** Requests that wait in the intake of the first project: their senders, titles, texts and priorities. */
export const requests: [who: string, title: string, words: string, priority: string][] = [
  [
    'Tomas',
    'Town council asks for the number of visitors by nation',
    'Once a month is enough. They need it for the tourist tax, without any names.',
    'medium',
  ],
  [
    'Lina',
    'Skippers ask to pay by bank transfer',
    'Four clubs asked this week. Their treasurers may not use a card.',
    'low',
  ],
  [
    'Ravi',
    'Receipt lacks the VAT number of the harbour',
    'Two companies sent theirs back. Without the number they cannot book it.',
    'high',
  ],
  [
    'Olu',
    'Berth 22 is booked although its ladder is missing',
    'A diver took it off on Friday. Nobody under seventy kilos gets ashore there.',
    'urgent',
  ],
  [
    'Tomas',
    'May a school book all eight training berths at once?',
    'They come for the regatta in May, with sixteen small boats.',
    'none',
  ],
]

/** Views of the first project; the layout and filters of each. */
export const views = [
  { name: 'Urgent and high', layout: 'list', filters: { priority: ['urgent', 'high'] } },
  { name: 'Under way', layout: 'kanban', filters: { state_group: ['started'] } },
  { name: 'Not yet planned', layout: 'list', filters: { state_group: ['backlog', 'unstarted'] } },
]

/** What the person who leads keeps at hand, by the names of the first project’s own. */
export const favorites = {
  view: ['Urgent and high'],
  cycle: ['Cycle 14'],
  page: ['Tide windows: when may a boat come in?'],
}

/** Threads on the words of pages: each comment with its author, the first begins it. `@Name` mentions a person. */
export const threads: { page: string; quote: string; said: [who: string, words: string][] }[] = [
  {
    page: 'Tide windows: when may a boat come in?',
    quote: 'Too short costs a wait; too long costs a keel.',
    said: [
      ['Olu', 'May this stand above the gate at Old Lock, too? @Freya'],
      ['Mei', 'Please do. I would print it in the harbour guide as well.'],
    ],
  },
  {
    page: 'Tide windows: when may a boat come in?',
    quote: 'an hour before the window closes we send a message',
    said: [['Ines', '@Freya an hour is short for boats at the outer moorings. Shall we say two?']],
  },
  {
    page: 'Season opening plan',
    quote: 'Gate codes tried at each harbour',
    said: [['Jonah', 'Old Lock is done. @Mei takes Sandvik on Thursday.']],
  },
]
