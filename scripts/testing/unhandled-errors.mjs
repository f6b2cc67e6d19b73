// Vitest's JSON report is silent about what nobody caught, which fails a run too: this reporter writes it down.
import { writeFileSync } from 'node:fs';

/** Environment variable with the file that takes the errors. */
export const UNHANDLED_ERRORS_FILE = 'BENCHSIDE_UNHANDLED_ERRORS_FILE';

const LINES = 6;

/** One error as `npm test` names it at its end: the file and test that it came from, and the top of its stack. */
export function describeError(error) {
  const from = [error.VITEST_TEST_PATH, error.VITEST_TEST_NAME].filter(Boolean).join(': ');
  const stack = (error.stack || `${error.name}: ${error.message}`).split('\n').slice(0, LINES);
  return `Nobody caught${from ? `, near ${from}` : ''}: ${stack.map((line) => line.trim()).join(' | ')}`;
}

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const file = process.env[UNHANDLED_ERRORS_FILE];
    if (file) writeFileSync(file, JSON.stringify(errors.map(describeError)));
  }
}
