// Vitest's JSON report is silent about what nobody caught, which fails a run too, and about what passed only when it was
// tried again: this reporter writes both down.
import { writeFileSync } from 'node:fs';

/** Environment variable with the file that takes them. */
export const EXTRA_RESULTS_FILE = 'BENCHSIDE_EXTRA_RESULTS_FILE';

const LINES = 6;

/** One error as `npm test` names it at its end: the file and test that it came from, and the top of its stack. */
export function describeError(error) {
  const from = [error.VITEST_TEST_PATH, error.VITEST_TEST_NAME].filter(Boolean).join(': ');
  const stack = (error.stack || `${error.name}: ${error.message}`).split('\n').slice(0, LINES);
  return `Nobody caught${from ? `, near ${from}` : ''}: ${stack.map((line) => line.trim()).join(' | ')}`;
}

export default class ExtraResultsReporter {
  unsteady = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.unsteady.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd(_modules, errors) {
    const file = process.env[EXTRA_RESULTS_FILE];
    const found = { unhandled: errors.map(describeError), unsteady: this.unsteady };
    if (file) writeFileSync(file, JSON.stringify(found));
  }
}
