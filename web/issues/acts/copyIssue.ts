import { setIn } from '#contract/lists/setFields.ts'
import { messageOf } from '#contract/messageOf.ts'
import { type Issue, issueRoutes } from '#contract/work/issues.ts'
import { call } from '../../data/client.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { paramsOf } from './issueActions.ts'
import { keyOf } from './issueAddress.ts'
import { createIssues } from './issueLife.ts'

const MAX_NAME = 255

/** Makes a second issue with the same fields and text; the parts of the first one stay there. */
export const copyIssue = async (issue: Issue): Promise<Issue | undefined> => {
  let text: string
  try {
    text = (await call(issueRoutes.get, { params: paramsOf(issue) })).body.description_html
  } catch (error) {
    toast.failure(`The issue was not duplicated. ${messageOf(error)}`)
    return undefined
  }
  const ending = ' (copy)'
  const [made] = await createIssues(
    issue.project_id,
    [
      {
        name: issue.name.slice(0, MAX_NAME - ending.length) + ending,
        description_html: text,
        ...setIn(issue),
      },
    ],
    { message: `${keyOf(issue)} duplicated` },
  )
  return made
}
