import { palette } from '#contract/text/signs.ts'
import type { ProjectStory } from './told.ts'

export const skipperApp: ProjectStory = {
  name: 'Skipper App',
  key: 'SKI',
  icon: 'explore',
  color: palette.teal,
  lead: 'Jonah',
  description: 'What a skipper has in their pocket: the berth, the way in, the code of the gate.',
  labels: {
    Bug: 'red',
    Map: 'blue',
    Messages: 'pink',
    Offline: 'orange',
    Accessibility: 'violet',
  },
  cycles: [
    { name: 'Sprint 22', from: -5, to: 8 },
    { name: 'Sprint 23', from: 9, to: 22 },
  ],
  modules: [
    { name: 'Works without a signal', status: 'in-progress', lead: 'Jonah', from: -15, to: 20 },
    { name: 'One-handed map', status: 'planned', lead: 'Lina', from: 10, to: 40 },
  ],
  issues: `
    # Works without a signal
    Keep tonight’s berth and code on the phone | In Progress | high | Offline | Jonah | 5 | -5..2 | Sprint 22
    > Say how old the stored tide table is | Todo | medium | Offline | Lina | 1 | 3..5 | Sprint 22
    Check-in sent twice after the tunnel | In Review | urgent | Bug, Offline | Ravi | 3 | -4..0 | Sprint 22
    Map tiles for one harbour fit in 20 MB | Todo | medium | Map, Offline | Jonah | 5 | 7..12 | Sprint 23
    Wait for Wi-Fi before fetching pictures | Done | low | Offline | Lina | 1 | -9..-4 | Sprint 22
    Departure stays unsent when the battery dies | Todo | high | Bug, Offline | Ravi | 2 | -4..4 | Sprint 22

    # One-handed map
    Find my berth with the thumb of one hand | Todo | medium | Map | Lina | 3 | 12..14 | Sprint 23
    Blank map after the phone wakes up | Done | urgent | Bug, Map | Jonah | 2 | -6..-3 | Sprint 22
    Depth colours that work in bright sun | Backlog | medium | Map, Accessibility | Lina | 2 | |
    Turn the chart so that up is ahead | Backlog | low | Map | | 3 | |
    Draw the way from the gate to the showers | Backlog | low | Map | | 2 | |
    Compass jumps near the steel pontoon | Cancelled | low | Bug, Map | | | |

    #
    Gate code in the lock screen’s message | In Progress | high | Messages | Ravi | 2 | -2..3 | Sprint 22
    Read the arrival card aloud | Todo | medium | Accessibility | Lina | 3 | 6..11 | Sprint 23
    Message the harbour master with a picture of the mooring | Todo | low | Messages | Jonah | 3 | | Sprint 23
    Ask for a tow without saying it on channel 16 | Backlog | none | Messages | | | |
    First harbour opens in under two seconds | Done | high | Map | Jonah | 5 | -70..-60 |
    Shrink the pictures of a quay before they are sent | Done | medium | Offline | Lina | 2 | -50..-45 |
    Dark colours for the night watch | Done | medium | Accessibility | Lina | 2 | -12..-7 |
    Text at 200 % hides the Pay button | In Review | high | Bug, Accessibility | Lina | 1 | -3..1 | Sprint 22
    Boat profile: add the height of the mast | Done | medium | | Jonah | 1 | -14..-9 |
    Crew may open the gate, not the bill | Backlog | medium | | Mei | 3 | |
    Swedish, Dutch and Portuguese before May | Backlog | medium | Messages | Ines | 5 | 60..95 |
    Delete my account from within the app | Todo | medium | | Ravi | 2 | 15..18 | Sprint 23
  `,
}
