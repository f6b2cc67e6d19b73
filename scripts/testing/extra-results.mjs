// Vitest's JSON report lacks uncaught errors, which fail a run too, and tests that passed only at a retry:
// this reporter writes both to a file.
import { writeFileSync } from 'node:fs';

/** Environment variable with the path of that file. */
export const EXTRA_RESULTS_FILE = 'BENCHSIDE_EXTRA_RESULTS_FILE';

const LINES = 6;

/** Describe one error as `npm test` lists it at its end: its file and test, and the top of its stack. */
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
