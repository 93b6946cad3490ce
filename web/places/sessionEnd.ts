import { leadAfterSession } from '../data/client.ts'
import { before, ENDED, isForSignedIn, placeAt, to } from './address.ts'

/** People whose session has ended sign in, and come back to where they were. */
export const leadToSignIn = () =>
  leadAfterSession(end => {
    if (end === 'signedOut') return location.assign(to('start'))
    const at = placeAt(location.pathname)
    if (!at || isForSignedIn(at.id))
      location.assign(before('start', location.pathname + location.search + location.hash, ENDED))
  })
