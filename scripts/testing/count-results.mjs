// Reads the JSON reports of the runners and counts passed, failed and skipped tests.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const nothing = () => ({ passed: 0, failed: 0, skipped: [], failures: [], durations: [] });

/** Return the first line of an error's message, without the colors of a terminal. */
const firstLine = (message) => stripVTControlCharacters(message ?? '').split('\n')[0];

function read(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Count Vitest's JSON report; a file that could not be loaded counts as one failure, and so does each
 * uncaught error. These errors, and tests that passed only at a retry, are in the second file.
 */
export function countVitest(file, extraResultsFile) {
  const report = read(file);
  if (!report) return { ...nothing(), failed: 1, failures: ['The runner left no report.'] };
  const { unhandled, unsteady } = read(extraResultsFile) ?? { unhandled: [], unsteady: [] };
  const counted = { ...nothing(), failed: unhandled.length, failures: [...unhandled], unsteady };
  for (const suite of report.testResults) {
    counted.durations.push({ file: suite.name, ms: suite.endTime - suite.startTime });
    const failed = suite.assertionResults.filter((test) => test.status === 'failed').length;
    counted.passed += suite.assertionResults.filter((test) => test.status === 'passed').length;
    if (failed === 0 && suite.status === 'failed') {
      counted.failed += 1;
      counted.failures.push(`${suite.name}: ${firstLine(suite.message)}`);
    }
    counted.failed += failed;
    for (const test of suite.assertionResults) {
      const name = `${suite.name}: ${test.fullName}`;
      if (test.status === 'failed') counted.failures.push(`${name}: ${firstLine(test.failureMessages?.[0])}`);
      else if (test.status !== 'passed') counted.skipped.push(name);
    }
  }
  return counted;
}

/** List the slowest test files of all runners, one per line, the slowest first. */
export function slowestFiles(durations, count = 10) {
  const slowest = durations.filter(({ ms }) => ms > 0).toSorted((a, b) => b.ms - a.ms);
  return slowest.slice(0, count).map(({ file, ms }) => `${(ms / 1000).toFixed(1)} s  ${file}`);
}

function* specsOf(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

function durationsOf(specs) {
  const byFile = new Map();
  for (const { file, tests } of specs)
    for (const { results = [] } of tests)
      for (const { duration } of results) byFile.set(file, (byFile.get(file) ?? 0) + duration);
  return [...byFile].map(([file, ms]) => ({ file, ms }));
}

/**
 * Count Playwright's JSON report; errors outside a test (set-up, syntax) count as one failure each. A test
 * that passed only at a retry counts as passed and is listed, so that nobody overlooks it.
 */
export function countPlaywright(file) {
  const report = read(file);
  if (!report) return { ...nothing(), failed: 1, failures: ['The runner left no report.'] };
  const { expected, unexpected, flaky } = report.stats;
  const specs = (report.suites ?? []).flatMap((suite) => [...specsOf(suite)]);
  const which = (status) =>
    specs
      .filter((spec) => spec.tests.some((test) => test.status === status))
      .map((spec) => `${spec.file}: ${spec.title}`);
  const errors = report.errors ?? [];
  return {
    passed: expected + flaky,
    failed: unexpected + errors.length,
    skipped: which('skipped'),
    unsteady: which('flaky'),
    durations: durationsOf(specs),
    failures: [...which('unexpected'), ...errors.map(({ message }) => firstLine(message))],
  };
}
