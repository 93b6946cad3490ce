import { expect, test } from 'vitest'
import { csvCell } from '../../api/contract/lists/csv.ts'

test.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
  'E4: no cell that begins with %j is a formula to a spreadsheet',
  sign => {
    for (const quoted of [false, true]) expect(csvCell(`${sign}1+1`, quoted)).toContain(`'${sign}1+1`)
    expect(csvCell(`a${sign}1`)).not.toContain("'")
  },
)
