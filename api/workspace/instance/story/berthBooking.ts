import { palette } from '#contract/text/signs.ts'
import type { ProjectStory } from './told.ts'

export const berthBooking: ProjectStory = {
  name: 'Berth Booking',
  key: 'BER',
  icon: 'anchor',
  color: palette.blue,
  lead: 'Mei',
  description: 'Finding, holding and paying for a berth: what visitors and harbour masters book with.',
  labels: {
    Bug: 'red',
    Booking: 'blue',
    'Berth plan': 'violet',
    Tides: 'teal',
    Reliability: 'orange',
    Pricing: 'green',
    Skipper: 'pink',
    Reports: 'yellow',
  },
  cycles: [
    { name: 'Cycle 13', from: -22, to: -9 },
    { name: 'Cycle 14', from: -8, to: 5 },
    { name: 'Cycle 15', from: 6, to: 19 },
    { name: 'Cycle 16', from: 20, to: 33 },
    { name: 'Winter maintenance', from: null, to: null },
  ],
  modules: [
    { name: 'Tide rules', status: 'in-progress', lead: 'Mei', from: -20, to: 10 },
    { name: 'Berth plan', status: 'in-progress', lead: 'Olu', from: -12, to: 19 },
    { name: 'Fair pricing', status: 'in-progress', lead: 'Ravi', from: -20, to: 5 },
    { name: 'Waiting list', status: 'planned', lead: 'Mei', from: 4, to: 32 },
    { name: 'Gate codes', status: 'in-progress', lead: 'Freya', from: -30, to: 14 },
    { name: 'Storm closing', status: 'completed', lead: 'Olu', from: -80, to: -21 },
    { name: 'Season opening', status: 'backlog', lead: 'Freya', from: 60, to: 120 },
    { name: 'Fuel dock', status: 'paused', lead: 'Jonah', from: -70, to: -20 },
  ],
  issues: `
    # Tide rules
    Tide window ignores the clock change on the last Sunday of October | In Progress | urgent | Bug, Tides | Mei | 3 | -6..-1 | Cycle 14
    > Compute every window in universal time | Done | high | Tides | Mei | 2 | -6..-3 | Cycle 14
    > Property test: windows over ten years of clock changes | In Progress | medium | Tides, Reliability | Ines | 1 | -3..2 | Cycle 14
    > Write to the four harbours that were affected | Todo | high | Skipper | Freya | 1 | -1..1 | Cycle 14
    Warn when the mast is higher than the swing bridge | In Review | medium | Tides | Freya | 3 | -4..4 | Cycle 14
    Show depth at lowest tide on each berth card | Todo | low | Tides | Olu | 2 | | Cycle 15
    Larger figures on the depth chart | Backlog | low | Tides | Lina | 1 | |
    Tide curve in the arrival e-mail | Backlog | low | Tides, Skipper | | | |
    Sill depth may differ between summer and winter | Todo | medium | Tides | Mei | 3 | 5..11 | Cycle 15
    Inner Basin: add twenty centimetres for swell from the north-east | Done | medium | Tides | Mei | 2 | -19..-13 | Cycle 13
    Ask the harbour which time zone its tables are in | Cancelled | low | Tides | Olu | | |
    Read next year’s tables as soon as the tide office prints them | Backlog | medium | Tides | Ravi | 3 | ..38 |
    A boat without a draught is told to wait for ever | Done | high | Bug, Tides | Ines | 2 | -16..-12 | Cycle 13
    Explain in one line why a window is closed | Todo | low | Tides, Skipper | | 2 | | Cycle 16

    # Berth plan
    Drag a booking to another berth on the plan | In Progress | high | Berth plan | Jonah | 5 | -3..3 | Cycle 14
    Draw pontoons with curved walkways | In Progress | medium | Berth plan | Olu | 8 | -2..15 | Cycle 14
    > Snap a berth to the pontoon edge while drawing | Done | medium | Berth plan | Olu | 2 | -2..-1 | Cycle 14
    > Curves survive export to the harbour’s own drawing | In Progress | high | Berth plan | Jonah | 3 | 1..10 | Cycle 14
    > Undo one bend at a time | Todo | none | Berth plan | Olu | 1 | | Cycle 15
    Let a harbour master close a berth for dredging | Todo | high | Berth plan | Jonah | 5 | -1..7 | Cycle 14
    Colour-blind palette for occupied berths | Todo | low | Berth plan | Olu | 2 | | Cycle 15
    Keep the plan sharp on a 200 % display | Done | low | Berth plan | Jonah | 2 | -21..-15 | Cycle 13
    Berth numbers stay upright when the plan turns | Done | medium | Berth plan | Olu | 2 | -20..-14 | Cycle 13
    Print the plan on one sheet | In Review | low | Berth plan, Reports | Lina | 3 | -5..2 | Cycle 14
    Show the name of the boat from 1:500 | Todo | low | Berth plan | Jonah | 1 | 7..12 | Cycle 15
    Lock a berth while someone is drawing it | Todo | high | Berth plan, Reliability | Ines | 5 | 11..14 | Cycle 15
    Grid that follows the quay wall | Backlog | low | Berth plan | Olu | 3 | |
    Show fenders and ladders | Backlog | none | Berth plan | | 2 | |
    Rotate the plan with two fingers | Backlog | low | Berth plan | Jonah | 3 | |
    Layers for summer and winter moorings | Backlog | medium | Berth plan | Mei | 8 | |
    North arrow on the printed plan | Done | none | Berth plan | Lina | 1 | -18..-15 | Cycle 13
    Measure between two points | Backlog | low | Berth plan | | 3 | |
    Finer steps when zooming | Cancelled | none | Berth plan | | | |
    Keep the chosen layer on reload | Done | low | Bug, Berth plan | Jonah | 1 | -12..-10 | Cycle 13
    Import berths from a survey drawing | Backlog | medium | Berth plan | Jonah | 8 | |
    Berths for trimarans are shown as free although too narrow | Todo | high | Bug, Berth plan | Olu | 3 | 0..4 | Cycle 14
    Move every booking when a pontoon is lifted | Backlog | high | Berth plan, Booking | Jonah | 5 | ..26 | Cycle 16

    # Fair pricing
    Price preview before the skipper enters card details | In Progress | medium | Pricing | Ravi | 3 | -5..8 | Cycle 14
    Refund the deposit when a storm closes the harbour | Todo | urgent | Pricing, Booking | Ines | 3 | -6..2 | Cycle 14
    Charge by the metre, rounded up to half a metre | Done | high | Pricing | Ravi | 5 | -22..-12 | Cycle 13
    Harbour dues in two currencies on one receipt | Done | medium | Pricing | Ines | 3 | -20..-10 | Cycle 13
    Show who changed a berth price and when | Done | medium | Pricing | Freya | 2 | -22..-14 | Cycle 13
    Stop a refund from being paid twice | Done | urgent | Bug, Pricing | Ravi | 3 | -7..-4 | Cycle 14
    Two tariffs within one season | Todo | medium | Pricing | Ravi | 5 | 8..13 | Cycle 15
    Bill electricity by the kilowatt hour | Backlog | medium | Pricing | Olu | 5 | | 
    Send a reminder when dues are a week late | Backlog | low | Pricing | Ines | 2 | |
    Pay by bank transfer | Backlog | medium | Pricing | Ravi | 8 | |
    Half price for the second hull of a catamaran | Cancelled | none | Pricing | | | |
    A stay of three hours is charged as a night | Todo | high | Bug, Pricing | Ravi | 2 | 3..5 | Cycle 14
    Invoices name the berth | Done | low | Pricing, Reports | Ines | 1 | -15..-11 | Cycle 13
    Agree the storm refund with the port office | In Progress | high | Pricing | Freya | 1 | -1..0 | Cycle 14
    Send the October statement to the port | Todo | medium | Pricing, Reports | Freya | 1 | -5..-2 | Cycle 14

    # Waiting list
    Waiting list: offer a freed berth to the next three boats | Todo | medium | Booking | Mei | 8 | 6..10 | Cycle 15
    > Text message when the turn comes | Todo | medium | Booking, Skipper | Ravi | 3 | 10..12 | Cycle 15
    > Let a skipper leave the waiting list by text | Backlog | low | Booking, Skipper | | 2 | |
    Hold a freed berth for thirty minutes | Todo | medium | Booking | Mei | 3 | 9..14 | Cycle 15
    Keep the waiting list in step with the paper list | Backlog | low | Booking | | 5 | |
    Show a boat its place in the line | Backlog | low | Booking, Skipper | Lina | 2 | |
    Nobody is offered a berth that their keel cannot reach | Backlog | high | Booking, Tides | Mei | 3 | ..30 | Cycle 16
    Two boats of one club may ask to lie side by side | Backlog | none | Booking | | | |

    # Gate codes
    Paint the numbers of the gates on the doors themselves | Done | low | Skipper | Olu | 1 | -72..-67 |
    A boat that comes early can wait outside the gate | Done | medium | Booking | Freya | 2 | -55..-48 |
    Codes are said in words over a bad telephone line | Done | low | Skipper | Lina | 2 | -48..-41 |
    Send the gate code two hours before arrival | In Review | high | Skipper | Freya | 3 | -4..1 | Cycle 14
    The gate code arrived twice, with two different numbers | In Progress | urgent | Bug, Skipper | Ravi | 2 | 0..1 | Cycle 14
    Gate-code message in Danish | Todo | low | Skipper | Freya | 1 | 1..9 | Cycle 15
    A code stops working an hour after departure | Done | high | Reliability | Freya | 2 | -21..-16 | Cycle 13
    Show who holds the key to each pontoon gate | Backlog | low | Reports | Lina | 2 | |
    New codes for the west gate after the lock was changed | Done | medium | Skipper | Freya | 1 | -14..-13 | Cycle 13
    Say in the mail which of two codes counts | In Review | medium | Skipper | Ravi | 1 | -1..3 | Cycle 14

    # Storm closing
    Close online booking above wind force 8 | Done | high | Booking | Olu | 5 | -34..-28 |
    Weather warning two days before arrival | Done | medium | Skipper | Olu | 3 | -38..-30 |
    Refuse a booking when the quay wall is closed | Done | high | Booking | Ines | 2 | -33..-26 |
    Let the night watch close the harbour from a telephone | Done | medium | Booking, Reliability | Olu | 5 | -31..-24 |
    Read the gusts from the mast on the breakwater | Done | medium | Booking, Reliability | Ines | 3 | -61..-53 |
    Agree with the port who may close the outer basin | Done | high | Booking | Freya | 1 | -66..-60 |
    Keep a list of whom the storm of August turned away | Done | low | Reports | Lina | 2 | -58..-50 |
    Offer another harbour to those who are refused | Done | medium | Booking, Skipper | Olu | 5 | -52..-43 |
    Tell the boats already on their way | Done | high | Skipper | Ravi | 3 | -29..-22 |

    # Season opening
    Gate codes for everyone with a season contract | Backlog | high | Skipper | Freya | 2 | 70..84 |
    Refuse a stay longer than the season contract | Done | medium | Booking | Ines | 2 | -20..-11 | Cycle 13
    Import last year’s season contracts from a spreadsheet | Done | medium | Reports | Freya | 3 | -17..-11 | Cycle 13
    Move winter boats off the visitors’ pontoon before Easter | Backlog | medium | Booking | | 3 | 75..90 |
    Opening weekend is also the spring tide: check every window | Backlog | high | Tides | Mei | 2 | 82..96 |
    Season contracts renew by themselves unless cancelled | Backlog | medium | Booking, Pricing | Ravi | 5 | 62..80 |

    # Fuel dock
    Opening hours of the fuel dock | Todo | low | Skipper | Jonah | 1 | |
    Meter’s interface answers in gallons on Sundays | Backlog | low | Bug | Jonah | 2 | |
    Weigh the diesel as the tanker delivers it | Done | medium | Reliability | Jonah | 3 | -69..-62 |
    Fuel is paid with the berth or at the pump | Done | high | Pricing | Ravi | 3 | -63..-56 |
    Stop the pump when the hose lies in the water | Done | urgent | Bug, Reliability | Jonah | 2 | -57..-54 |
    Keep a place at the fuel dock free for the lifeboat | Done | high | Booking | Jonah | 1 | -42..-36 |

    # 
    Two visitors can book the last berth in the same second | In Review | urgent | Bug, Reliability | Ines | 5 | -6..1 | Cycle 14
    Arrival list prints the radio call sign | In Review | low | Reports | Ravi | 1 | -2.. | Cycle 14
    Radio call sign is missing from the morning list | Cancelled | low | Reports | | | |
    Remember boat length and draught between visits | Todo | low | Skipper | | 1 | | Cycle 15
    Ask for insurance papers once a year, not each visit | Todo | medium | Booking | Ravi | 3 | 15..17 | Cycle 15
    Deposit reminder goes out in the guest’s language | Done | low | Skipper | Ravi | 2 | -20..-13 | Cycle 13
    Book a berth next to friends | Backlog | medium | Booking | Mei | 5 | |
    Share a stay with the rest of the crew | Backlog | low | Skipper | | 3 | |
    Show which berths have shore power | Todo | medium | Booking | Olu | 2 | 8..16 | Cycle 15
    Shore power at berth 17 trips every evening | In Progress | high | Reliability | Olu | 1 | -3..2 | Cycle 14
    Offer the crane together with the berth | Backlog | low | Booking | Lina | 5 | | Winter maintenance
    Print berth cards in large type | Backlog | low | Reports | Lina | 1 | | Winter maintenance
    Sort the arrival list by draught | Todo | low | Reports | Ravi | 1 | 11..18 | Cycle 15
    A note for the night watch on each berth | Todo | medium | Reports | Lina | 2 | 10..15 | Cycle 15
    Weekly summary for the harbour board | Backlog | low | Reports | Freya | 3 | | Winter maintenance
    Ask for the mooring side before arrival | Backlog | low | Skipper | | 1 | |
    Export the arrival list as a spreadsheet | Done | medium | Reports | Ravi | 2 | -7..-5 | Cycle 14
    Print the arrival list by pontoon | Done | low | Reports | Lina | 1 | -6..-4 | Cycle 14
    Bookings made at midnight belong to yesterday’s list | Done | high | Bug, Reports | Ines | 2 | -15..-12 | Cycle 13
    Can I pay the dues for two boats in one go? | Cancelled | none | Pricing | | | |
    Answer the reviews about the blank map | Done | medium | Skipper | Freya | 1 | -5..-3 | Cycle 14
    Restore last night’s backup on a spare machine, and time it | Todo | medium | Reliability | Ines | 2 | 17..20 | Winter maintenance
    Move the pictures of berths out of the database | Backlog | none | Reliability | Ines | 3 | | Winter maintenance
  `,
}
