/** What a refusal of the sign-in family means, said to a person. */
const messages: Record<string, string> = {
  '5000': 'This instance has not been set up yet.',
  '5005': 'Enter a valid e-mail address.',
  '5010': 'Enter your e-mail address.',
  '5015': 'New accounts are closed on this instance. Ask an admin for an invitation.',
  '5018': 'Signing in with a password is switched off here.',
  '5019': 'This account is closed. Ask an admin of the instance.',
  '5020': 'This password is too easy to guess. Choose a longer one, made of several words.',
  '5030': 'An account with this address already exists. Sign in instead.',
  '5040': 'Enter an address and a password.',
  '5045': 'Enter a valid e-mail address.',
  '5060': 'There is no account with this address. Sign up instead.',
  '5065': 'This password is incorrect.',
  '5070': 'Enter your address and your password.',
  '5075': 'Enter a valid e-mail address.',
  '5150': 'This instance is already set up. Sign in instead.',
  '5155': 'Enter your name, address and a password.',
  '5160': 'Enter a valid e-mail address.',
  '5165': 'This password is too easy to guess. Choose a longer one, made of several words.',
  '5180': 'An account with this address already exists.',
  '5900': 'Too many attempts. Wait a minute, then try again.',
}

export const messageOf = (code: string | null): string | null =>
  code ? (messages[code] ?? 'That did not work. Try again.') : null
