/** What a refusal of the sign-in family means, said to a person. */
const messages: Record<string, string> = {
  '5000': 'This instance has not been set up yet.',
  '5005': 'This is not an e-mail address.',
  '5010': 'Enter your e-mail address.',
  '5015': 'New accounts are closed on this instance. Ask an admin for an invitation.',
  '5018': 'Signing in with a password is switched off here.',
  '5019': 'This account is closed. Ask an admin of the instance.',
  '5020': 'This password is too easy to guess. Take a longer one, of several words.',
  '5030': 'There is an account with this address already. Sign in instead.',
  '5040': 'Enter an address and a password.',
  '5045': 'This is not an e-mail address.',
  '5060': 'There is no account with this address. Sign up instead.',
  '5065': 'This password is not right.',
  '5070': 'Enter your address and your password.',
  '5075': 'This is not an e-mail address.',
  '5150': 'This instance is already set up. Sign in instead.',
  '5155': 'Enter your name, address and a password.',
  '5160': 'This is not an e-mail address.',
  '5165': 'This password is too easy to guess. Take a longer one, of several words.',
  '5180': 'There is an account with this address already.',
  '5900': 'Too many tries. Wait a minute, then try again.',
}

export const messageOf = (code: string | null): string | null =>
  code ? (messages[code] ?? 'That did not work. Try again.') : null
