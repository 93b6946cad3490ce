import type { RelationType } from '#contract/work/relations.ts'

const p = (...paragraphs: string[]) => paragraphs.map(words => `<p>${words}</p>`).join('')
const list = (...points: string[]) => `<ul>${points.map(words => `<li><p>${words}</p></li>`).join('')}</ul>`

/** Descriptions of issues, by title. */
export const descriptions: Record<string, string> = {
  'Tide window ignores the clock change on the last Sunday of October':
    p(
      'Between 02:00 and 03:00 on 25 October the window was computed twice, so a boat drawing 1.9 m was told it could cross the sill an hour early. The harbour caught it on the radio.',
    ) +
    '<p><strong>Cause.</strong> <code>windowFor()</code> adds hours to local time. It must add them to the instant, and only the printed time may know about the clock.</p>',
  'Property test: windows over ten years of clock changes': p(
    'Twenty zones, every change between 2020 and 2030, a thousand boats. No window may overlap itself.',
  ),
  'Write to the four harbours that were affected': p(
    'Inner Basin and the three on the river. Say what happened, which bookings it touched, and that nobody has to do anything. The two harbours with a lock are safe: they open on level, not on time.',
  ),
  'Warn when the mast is higher than the swing bridge': p(
    'The bridge leaves 21 m at low water. A skipper whose mast is higher than what is left at the booked hour reads it before paying, not at the bridge.',
  ),
  'Drag a booking to another berth on the plan':
    p(
      'The harbour master telephones, and the berth changes while they talk. Today that takes eleven clicks.',
    ) +
    list(
      'Berths that are too short or too shallow turn grey while the booking is held.',
      'The skipper is told once, when the booking is let go.',
      'Undo puts it back, and tells nobody.',
    ),
  'Draw pontoons with curved walkways': p(
    'Old Lock and Sandvik have no straight pontoon at all. Three points make a bend; a fourth moves it.',
  ),
  'Curves survive export to the harbour’s own drawing': p(
    'Their program reads arcs, not splines. Write an arc wherever the bend is one, within two centimetres.',
  ),
  'Let a harbour master close a berth for dredging': p(
    'The dredger comes on Thursday at six. Berths 30 to 36 must be empty by Wednesday night, and the crane is ours until noon.',
    'Whoever has booked one of them is offered another at the same price, or their money back.',
  ),
  'Colour-blind palette for occupied berths': p(
    'Red against green is all that tells free from taken. Hatch the taken ones, so that the printed plan can be read as well.',
  ),
  'Price preview before the skipper enters card details': p(
    'Half of those who leave do so at the card form. Show the whole price first: berth, electricity, harbour dues, and what comes back when they cancel.',
  ),
  'Refund the deposit when a storm closes the harbour': p(
    'When we close, the deposit goes back by itself and the skipper reads why. Whoever cancels an hour before we close gets it back, too.',
  ),
  'Charge by the metre, rounded up to half a metre': p(
    'A boat of 9.1 m pays for 9.5. Length over all, with the bowsprit.',
  ),
  'A stay of three hours is charged as a night': p(
    'Found in the October statement: 31 boats that only came for lunch. The day rate is looked up with the date of departure.',
  ),
  'Waiting list: offer a freed berth to the next three boats': p(
    'Three are asked at once, the first to answer gets it, the others keep their place. After thirty minutes the next three are asked.',
  ),
  'Send the gate code two hours before arrival': p(
    'Two hours after it was booked is too early: people lose it. Two hours before they arrive is when they look for it. If the stay is moved, the message moves along.',
  ),
  'The gate code arrived twice, with two different numbers': p(
    'Petra Vonk, berth 41: the first mail said 4471, the second, five minutes later, 9038. Only the second opened the gate. She had moved her stay by an hour in between.',
  ),
  'Two visitors can book the last berth in the same second':
    p('It happened twice in August. Both paid, and one slept on the fuel dock.') +
    '<p><strong>Plan.</strong> The booking takes the berth under a lock and looks once more. Whoever comes second is offered the nearest free berth, before any card is charged.</p>',
  'Arrival list prints the radio call sign': p(
    'The watch calls boats by their call sign; the list has only names. There is room beside the length.',
  ),
  'Shore power at berth 17 trips every evening': p(
    'Since Thursday the breaker goes at about seven, when the heaters come on. 16 and 18 are fine. The harbour master resets it, and it goes again.',
  ),
  'Restore last night’s backup on a spare machine, and time it': p(
    'We say an hour. Nobody has tried since March.',
  ),
  'Check-in sent twice after the tunnel': p(
    'The answer was lost, not the call. The second one has to be recognised as the first.',
  ),
  'Keep tonight’s berth and code on the phone': p(
    'At the outer pontoons there is no signal. Berth, gate code and the way to the showers are what people look for there.',
  ),
  'Night list for the watch': p(
    'Who lies where, who is still out, who asked to be woken. On one sheet, in type that can be read by torchlight.',
  ),
  'One button for “man in the water”': p(
    'It calls the lifeboat, unlocks the gates and switches on all lights. It must not be possible to press it by leaning on the desk.',
  ),
  'Entries of one day add up to the bank’s figure': p(
    'The bank counts until 22:00, we count until midnight. Keep both days, and say which one a report means.',
  ),
  'Cards from overseas fail without a reason': p(
    'The bank answers with a number that our table lacks. Say “Your bank refused the card” and what else can be done.',
  ),
}

/** Comments on issues, with their authors, the oldest first. `@Name` mentions a person. */
export const talk: [issue: string, who: string, words: string][] = [
  [
    'Tide window ignores the clock change on the last Sunday of October',
    'Ines',
    'Seen again at the west mole: the window moved by an hour, the water did not.',
  ],
  [
    'Tide window ignores the clock change on the last Sunday of October',
    'Olu',
    'Tables count in universal time all year. We must not shift them when the clocks go back; the clock change only alters what we print on the board.',
  ],
  [
    'Tide window ignores the clock change on the last Sunday of October',
    'Mei',
    'The two harbours with a lock are safe: they open on level, not on time. I told them so.',
  ],
  [
    'Tide window ignores the clock change on the last Sunday of October',
    'Freya',
    'Good. That leaves Inner Basin and the three on the river; I am writing to them today.',
  ],
  [
    'Two visitors can book the last berth in the same second',
    'Jonah',
    'Tried it with two hundred at once against the copy of August: one booking, 199 offers of another berth.',
  ],
  [
    'Two visitors can book the last berth in the same second',
    'Ines',
    'The second booking now gets a clear no, see the new sentence. @Freya, ready for another pair of eyes.',
  ],
  [
    'Drag a booking to another berth on the plan',
    'Mei',
    'Inge at Sandvik tried it on her tablet: she wants to see the draught while she drags. @Jonah, can it follow the finger?',
  ],
  [
    'Drag a booking to another berth on the plan',
    'Jonah',
    'It follows the finger now, length and draught below.',
  ],
  [
    'The gate code arrived twice, with two different numbers',
    'Freya',
    'Thank you went out to Petra. The second code replaces the first when a stay is moved; the mail has to say so.',
  ],
  [
    'Warn when the mast is higher than the swing bridge',
    'Ravi',
    '21 m at low water, I measured it with the bridge keeper.',
  ],
  [
    'Refund the deposit when a storm closes the harbour',
    'Ines',
    'Which wording, @Freya? “Closed by the harbour” or “closed by weather”? The port office pays only for the second.',
  ],
  [
    'Refund the deposit when a storm closes the harbour',
    'Freya',
    'Weather. I have their yes on the telephone, the letter comes next week.',
  ],
  [
    'Price preview before the skipper enters card details',
    'Lina',
    'Of the first forty, thirty-one went on to pay. In September it was twenty-two.',
  ],
  [
    'Shore power at berth 17 trips every evening',
    'Olu',
    'A fan heater and a kettle on one socket. I put up a note, and the electrician comes on Friday.',
  ],
  [
    'Send the gate code two hours before arrival',
    'Freya',
    'Works at Old Lock since Monday. The others follow when nobody complains.',
  ],
  [
    'Night list for the watch',
    'Tomas',
    'Could the list say who has a dog? The watch asked me twice this week.',
  ],
  [
    'Check-in sent twice after the tunnel',
    'Ravi',
    'Each check-in has an id now, made on the phone. The same id twice is one check-in.',
  ],
  ['Entries of one day add up to the bank’s figure', 'Ines', 'Monday is off by 40. A voucher, I think.'],
]

export const links: [issue: string, title: string, url: string][] = [
  [
    'Tide window ignores the clock change on the last Sunday of October',
    'Tables of the tide office',
    'https://tides.example/clock-change',
  ],
  [
    'Curves survive export to the harbour’s own drawing',
    'How their program stores an arc',
    'https://drawings.example/arcs',
  ],
  [
    'Cards from overseas fail without a reason',
    'Answers of the bank, by number',
    'https://bank.example/answers',
  ],
  ['Bank file refused: names longer than 35 letters', 'The bank’s format', 'https://bank.example/format'],
]

export const relations: [issue: string, type: RelationType, other: string][] = [
  [
    'Tide window ignores the clock change on the last Sunday of October',
    'blocking',
    'Drag a booking to another berth on the plan',
  ],
  [
    'Price preview before the skipper enters card details',
    'relates_to',
    'Tide window ignores the clock change on the last Sunday of October',
  ],
  [
    'Agree the storm refund with the port office',
    'blocking',
    'Refund the deposit when a storm closes the harbour',
  ],
  [
    'Hold a freed berth for thirty minutes',
    'blocking',
    'Waiting list: offer a freed berth to the next three boats',
  ],
  [
    'Say in the mail which of two codes counts',
    'relates_to',
    'The gate code arrived twice, with two different numbers',
  ],
  [
    'Radio call sign is missing from the morning list',
    'duplicate',
    'Arrival list prints the radio call sign',
  ],
]
