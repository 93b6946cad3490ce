import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Of each kind the tests that walk everything go first: begun last, one of them would leave the other workers idle. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const byKind = Map.groupBy(sorted, ({ project }) => project.name)
    const isLong = ({ moduleId }: TestSpecification) => /\/every\w+\.test\.ts$/.test(moduleId)
    return [...byKind.values()].flatMap(kind => [
      ...kind.filter(isLong),
      ...kind.filter(file => !isLong(file)),
    ])
  }
}
