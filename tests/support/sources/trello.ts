/** A board of Trello as its export: lists of one name, labels without one, and the newest thousand acts of the board alone. */
import { day, type Given, range } from './source.ts'

const MOST_ACTIONS = 1_000
const idOf = (nth: number) => `65a00000${nth.toString(16).padStart(16, '0')}`

export const trelloBoard = (count: number): Given => {
  const said = range(count).filter(nth => nth % 2 === 0)
  const kept = said.slice(-MOST_ACTIONS + 1)
  const cards = range(count).map(nth => ({
    ...{
      id: idOf(nth),
      idShort: nth,
      name: nth === 10 ? '' : `Card ${nth}`,
      closed: nth === 9,
      pos: nth * 3.5e10,
    },
    desc: nth % 5 ? '' : `See https://trello.com/c/sl${(nth % count) + 1} and "quotes" \\ {braces]`,
    ...{ idList: `l${nth % 3}`, idMembers: nth % 2 ? ['m1'] : ['m1', 'left'], idLabels: ['b1', 'b2'] },
    ...{ due: nth % 4 ? null : '2024-03-01T12:00:00.000Z', start: null, dueComplete: nth % 8 === 0 },
    ...{ dateLastActivity: day(nth), shortLink: `sl${nth}`, shortUrl: `https://trello.com/c/sl${nth}` },
    ...{ badges: { comments: nth % 2 ? 0 : nth === 4 ? 3 : 1 }, isTemplate: nth === 7 },
    attachments:
      nth % 6 === 0
        ? [
            {
              id: `a${nth}`,
              name: 'chart.png',
              url: `https://trello.com/1/${nth}.png`,
              bytes: 5,
              isUpload: true,
            },
            { id: `s${nth}`, name: 'Site', url: 'https://port.example/', bytes: null, isUpload: false },
          ]
        : [],
    customFieldItems:
      nth % 3 === 0
        ? [{ id: `v${nth}`, idCustomField: 'f1', idValue: 'o1', value: null }]
        : [{ id: `w${nth}`, idCustomField: 'f2', idValue: null, value: { number: '4.5' } }],
  }))
  const board = {
    ...{ id: '65a00000000000000000aaaa', name: 'Cards of the port', desc: '', closed: false },
    ...{ url: 'https://trello.com/b/x', labelNames: { red: '' }, pluginData: [] },
    lists: [
      { id: 'l0', name: 'To do', closed: false, pos: 1 },
      { id: 'l1', name: 'To do', closed: true, pos: 2 },
      { id: 'l2', name: 'Doing', closed: false, pos: 3 },
    ],
    cards,
    labels: [
      { id: 'b1', name: '', color: 'red_dark' },
      { id: 'b2', name: 'Tugs', color: null },
    ],
    members: [{ id: 'm1', fullName: 'Ines Cavaco', username: 'ines' }],
    checklists: range(count)
      .filter(nth => nth % 7 === 0)
      .map(nth => ({
        ...{ id: `k${nth}`, idCard: idOf(nth), name: 'Before', pos: 1 },
        checkItems: [
          { name: 'second', state: 'incomplete', pos: 2 },
          { name: 'first', state: 'complete', pos: 1 },
        ],
      })),
    customFields: [
      { id: 'f1', name: 'Vessel', type: 'list', options: [{ id: 'o1', value: { text: 'Goose' } }] },
      { id: 'f2', name: 'Draught', type: 'number' },
    ],
    actions: [
      ...kept.toReversed().map(nth => ({
        ...{ id: `x${nth}`, type: 'commentCard', date: day(nth) },
        data: { text: `Said of ${nth} \u0000`, card: { id: idOf(nth) } },
        memberCreator: nth % 4 ? null : { id: 'left', fullName: 'Bram Left', username: 'bram' },
      })),
      { id: 'x0', type: 'updateCard', date: day(1), data: {}, memberCreator: null },
    ],
  }
  return {
    ...{ name: 'Trello', source: 'trello', file: { name: 'board.json', bytes: JSON.stringify(board) } },
    ...{ made: count - 1, skipped: 1, told: [/The file has not all comments/, /No title/] },
    comments: kept.filter(nth => nth !== 10).length,
  }
}
