/** The people of Lantern Quay. */
export const people = [
  { email: 'freya@lanternquay.example', first: 'Freya', last: 'Holm', role: 20 },
  { email: 'mei@lanternquay.example', first: 'Mei', last: 'Tanabe', role: 20 },
  { email: 'jonah@lanternquay.example', first: 'Jonah', last: 'Pryce', role: 15 },
  { email: 'ines@lanternquay.example', first: 'Ines', last: 'Cavaco', role: 15 },
  { email: 'olu@lanternquay.example', first: 'Olu', last: 'Adebayo', role: 15 },
  { email: 'ravi@lanternquay.example', first: 'Ravi', last: 'Sandhu', role: 15 },
  { email: 'lina.berg@lanternquay.example', first: 'Lina', last: 'Berg', role: 15 },
  { email: 'tomas@portoffice.example', first: 'Tomas', last: 'Reyes', role: 5 },
] as const
