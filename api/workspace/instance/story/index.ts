/** The story of the demo workspace: its people, their work, and their talk about it. */
import { berthBooking } from './berthBooking.ts'
import { dues } from './dues.ts'
import { harbourDesk } from './harbourDesk.ts'
import { skipperApp } from './skipperApp.ts'

export const projects = [berthBooking, skipperApp, harbourDesk, dues]
