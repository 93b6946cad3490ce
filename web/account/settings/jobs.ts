/** Jobs offered as a choice; free text on the wire. */
export const jobs = [
  'Product / Project Manager',
  'Development / Engineering',
  'Founder / Executive',
  'Freelancer / Consultant',
  'Marketing / Growth',
  'Sales / Business Development',
  'Support / Operations',
  'Student / Professor',
  'Human Resources',
  'Other',
] as const
