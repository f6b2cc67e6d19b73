// Reads the JSON reports of the runners and counts what passed, failed and was skipped.
import { existsSync, readFileSync } from 'node:fs';

const nothing = () => ({ passed: 0, failed: 0, skipped: [] });

function read(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Vitest's JSON report; a file that could not even be loaded counts as one failure. */
export function countVitest(file) {
  const report = read(file);
  if (!report) return { ...nothing(), failed: 1 };
  const counted = nothing();
  for (const suite of report.testResults) {
    const failed = suite.assertionResults.filter((test) => test.status === 'failed').length;
    counted.passed += suite.assertionResults.filter((test) => test.status === 'passed').length;
    counted.failed += failed === 0 && suite.status === 'failed' ? 1 : failed;
    for (const test of suite.assertionResults) {
      if (['passed', 'failed'].includes(test.status)) continue;
      counted.skipped.push(`${suite.name}: ${test.fullName}`);
    }
  }
  return counted;
}

function* specsOf(suite) {
  yield* suite.specs ?? [];
  for (const inner of suite.suites ?? []) yield* specsOf(inner);
}

/**
 * Playwright's JSON report; errors outside a test (set-up, syntax) count as one failure each. A test that passed only
 * when it was tried again is counted as passed, and named, so that nobody overlooks it.
 */
export function countPlaywright(file) {
  const report = read(file);
  if (!report) return { ...nothing(), failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  const specs = (report.suites ?? []).flatMap((suite) => [...specsOf(suite)]);
  const skipped = specs
    .filter((spec) => spec.tests.some((test) => test.status === 'skipped'))
    .map((spec) => `${spec.file}: ${spec.title}`);
  const unsteady = specs
    .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
    .map((spec) => `${spec.file}: ${spec.title}`);
  return {
    passed: expected + flaky,
    failed: unexpected + (report.errors?.length ?? 0),
    skipped,
    unsteady,
  };
}
