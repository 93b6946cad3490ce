import { type Logger, pino } from 'pino'

export const createLog = (level: string): Logger => pino({ level, base: null })
