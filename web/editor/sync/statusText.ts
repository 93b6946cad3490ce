import type { ConnectionState } from './connectionState.ts'

/** The text is one thing that waits, however many letters of it. */
const waitingText = (waiting: number) => (waiting === 0 ? '' : ', changes waiting')

/** The words in the header: where the text is, and nothing that is not true. */
export const statusText = (state: ConnectionState): string => {
  const { status, saved, waiting, online } = state
  if (status === 'refused') return 'No access'
  if (state.tooLong) return `Too long to be saved${waitingText(waiting)}`
  if (status === 'connected') {
    if (!state.mayWrite) return `Read only${waitingText(waiting)}`
    return saved ? 'Saved' : 'Saving…'
  }
  if (!online) return `Offline${waitingText(waiting)}`
  if (status === 'connecting') return `${state.met ? 'Reconnecting' : 'Connecting'}…${waitingText(waiting)}`
  return `The server cannot be reached${waitingText(waiting)}`
}
