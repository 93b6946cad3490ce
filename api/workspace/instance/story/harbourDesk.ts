import { palette } from '#contract/text/signs.ts'
import type { ProjectStory } from './told.ts'

export const harbourDesk: ProjectStory = {
  name: 'Harbour Desk',
  key: 'HAR',
  icon: 'notifications',
  color: palette.orange,
  lead: 'Freya',
  description: 'The screen in the harbour office: arrivals, the watch, and what has to be known by morning.',
  labels: { Bug: 'red', Watch: 'violet', Arrivals: 'blue', Radio: 'teal', Paper: 'yellow' },
  cycles: [
    { name: 'November', from: -20, to: 8 },
    { name: 'December', from: 9, to: 39 },
  ],
  modules: [
    { name: 'Night watch', status: 'in-progress', lead: 'Olu', from: -20, to: 25 },
    { name: 'Less paper', status: 'planned', lead: 'Lina', from: 12, to: 50 },
  ],
  issues: `
    # Night watch
    Night list for the watch | In Progress | high | Watch | Olu | 3 | -4..4 | November
    > Rounds at two and at five, ticked off on the spot | Todo | medium | Watch | Olu | 2 | -1..6 | November
    The night watch loses an hour when the clocks change | Done | high | Bug, Watch | Olu | 2 | -18..-12 | November
    Rota for the winter | Todo | medium | Watch | Freya | 1 | 0..3 | November
    Call the watch when a boat leaves without paying | Backlog | low | Watch | | 3 | |
    One button for “man in the water” | Todo | urgent | Watch, Radio | Freya | 5 | 3..9 | November
    Lights on pontoon C follow the sunset, not the clock | Cancelled | low | Watch | | | |

    # Less paper
    Scan the papers of a new boat with the tablet | Todo | medium | Paper | Lina | 3 | 15..20 | December
    Harbour statistics for the town, by nation and length | Backlog | medium | Paper | Freya | 3 | ..32 | December
    Keep seven years of logbooks where nobody spills coffee | Backlog | low | Paper | | 2 | |
    Sign the season contract on the screen | Todo | high | Paper | Lina | 5 | 22..28 | December

    #
    Arrivals of the next three hours on the wall | In Review | medium | Arrivals | Olu | 3 | -6..1 | November
    Show who is late, and since when | Done | medium | Arrivals | Lina | 2 | -15..-8 | November
    Sort by the booked hour, then by draught | Done | low | Arrivals | Olu | 1 | -14..-10 | November
    The list jumps while I am typing a name | In Progress | high | Bug, Arrivals | Ravi | 2 | -2..2 | November
    Take down what was agreed on channel 12 | Backlog | low | Radio | | 2 | |
    Ferry arrives at 16:40 from Monday: keep the basin clear | Todo | high | Arrivals | Freya | 1 | -3..1 | November
    Lost property, with a picture | Backlog | none | | Lina | 1 | |
    A second desk may take over without signing out the first | Todo | medium | | Ines | 3 | 9..16 | December
    Telephone numbers of skippers are shown to guests | Done | urgent | Bug | Ines | 1 | -8..-7 | November
  `,
}
