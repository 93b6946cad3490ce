import { palette } from '#contract/text/signs.ts'
import type { ProjectStory } from './told.ts'

export const dues: ProjectStory = {
  name: 'Dues and Payments',
  key: 'DUE',
  icon: 'account_balance_wallet',
  color: palette.green,
  lead: 'Ravi',
  description: 'Cards, receipts, refunds, and the statement that goes to the port each month.',
  labels: { Bug: 'red', Cards: 'blue', Receipts: 'yellow', Ledger: 'green' },
  cycles: [{ name: 'Month end', from: -10, to: 9 }],
  modules: [{ name: 'Ledger', status: 'in-progress', lead: 'Ravi', from: -30, to: 12 }],
  issues: `
    # Ledger
    Entries of one day add up to the bank’s figure | In Progress | high | Ledger | Ravi | 5 | -6..3 | Month end
    A cancelled stay leaves one cent behind | In Review | medium | Bug, Ledger | Ines | 1 | -3..1 | Month end
    Close October, so that nobody changes it | Done | high | Ledger | Ravi | 2 | -10..-6 | Month end
    Exchange rate of the day of arrival, not of payment | Todo | medium | Ledger | Ravi | 3 | -2..6 | Month end
    Statement for the port as a spreadsheet | Done | medium | Ledger | Ines | 2 | -9..-5 | Month end
    Bank file refused: names longer than 35 letters | Todo | high | Bug, Ledger | Ines | 2 | -2..2 | Month end

    #
    Card is charged before the harbour has said yes | Done | urgent | Bug, Cards | Ravi | 3 | -8..-6 | Month end
    Ask the bank for the second factor only once | Todo | medium | Cards | Ravi | 3 | 6..9 | Month end
    Cards from overseas fail without a reason | In Progress | high | Bug, Cards | Ines | 2 | -2..4 | Month end
    Receipt names the VAT number of the club | Done | low | Receipts | Lina | 1 | -9..-7 | Month end
    Send the receipt again, to another address | Todo | low | Receipts | Lina | 1 | | Month end
    Pay in cash at the desk and get the same receipt | Backlog | medium | Receipts | Freya | 3 | |
    Gift vouchers for a weekend in the old harbour | Backlog | none | | | 5 | |
    Dues of a club paid by its treasurer in one go | Backlog | medium | Cards | Ravi | 3 | |
    Keep no card numbers, not even in the log | Done | urgent | Cards | Ines | 2 | -28..-21 |
    Remind twice, then ask a person to call | Backlog | low | Receipts | | 2 | |
  `,
}
