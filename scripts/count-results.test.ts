import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { assertNode } from './install-packages.mjs';
import { countPlaywright, countVitest, slowestFiles } from './testing/count-results.mjs';
import { describeError } from './testing/extra-results.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const report = (content: unknown): string => {
  const file = path.join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
};

describe('the count of npm test', () => {
  it('treats a runner without a report as a failure', () => {
    expect(countVitest('/nowhere.json', '/nowhere.json').failed).toBe(1);
    expect(countPlaywright('/nowhere.json').failed).toBe(1);
  });

  it('treats a test file that could not be loaded as a failure, and lists failed and skipped tests', () => {
    const one = { status: 'passed', fullName: 'a tube is moved' };
    const two = { status: 'skipped', fullName: 'a rack is read' };
    const three = { status: 'failed', fullName: 'a box is full', failureMessages: ['expected 81\n at …'] };
    const file = report({
      testResults: [
        {
          name: 'a.test.ts',
          status: 'passed',
          assertionResults: [one, two],
          startTime: 1_000,
          endTime: 3_500,
        },
        {
          ...{ name: 'b.test.ts', status: 'failed', message: 'No such file.', assertionResults: [] },
          ...{ startTime: 1_000, endTime: 1_000 },
        },
        { name: 'c.test.ts', status: 'failed', assertionResults: [three], startTime: 1_000, endTime: 9_000 },
      ],
    });
    expect(countVitest(file, '/nowhere.json')).toEqual({
      passed: 1,
      failed: 2,
      skipped: ['a.test.ts: a rack is read'],
      failures: ['b.test.ts: No such file.', 'c.test.ts: a box is full: expected 81'],
      unsteady: [],
      durations: [
        { file: 'a.test.ts', ms: 2_500 },
        { file: 'b.test.ts', ms: 0 },
        { file: 'c.test.ts', ms: 8_000 },
      ],
    });
  });

  it('counts an uncaught error with its origin, and lists tests that passed only at a retry', () => {
    const error = Object.assign(new Error('Connection terminated'), { VITEST_TEST_PATH: 'a.pg.test.ts' });
    const file = report({
      testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
    });
    const extras = { unhandled: [describeError(error)], unsteady: ['a.dom.test.tsx: a lot is counted'] };
    const counts = countVitest(file, report(extras));
    expect(counts).toMatchObject({ passed: 1, failed: 1, unsteady: extras.unsteady });
    expect(counts.failures[0]).toMatch(
      /^Nobody caught, near a\.pg\.test\.ts: Error: Connection terminated \| at /,
    );
  });

  it('lists the slowest files of all runners, a file of several browser tests once', () => {
    const specs = [
      {
        title: 'morning',
        file: 'day.e2e.ts',
        tests: [{ status: 'expected', results: [{ duration: 4_000 }] }],
      },
      {
        title: 'evening',
        file: 'day.e2e.ts',
        tests: [{ status: 'flaky', results: [{ duration: 2_000 }, { duration: 1_500 }] }],
      },
    ];
    const stats = { expected: 1, unexpected: 0, flaky: 1 };
    const { durations } = countPlaywright(report({ stats, suites: [{ specs }] }));
    const all = [...(durations ?? []), { file: 'a.test.ts', ms: 9_000 }, { file: 'b.test.ts', ms: 10 }];
    expect(slowestFiles(all, 2)).toEqual(['9.0 s  a.test.ts', '7.5 s  day.e2e.ts']);
  });

  it('lists a browser test that passed only at a retry', () => {
    const specs = [
      { title: 'works offline', file: 'day.e2e.ts', tests: [{ status: 'skipped' }] },
      { title: 'reads a label', file: 'camera.e2e.ts', tests: [{ status: 'flaky' }] },
      { title: 'prints', file: 'label.e2e.ts', tests: [{ status: 'unexpected' }] },
    ];
    const file = report({
      stats: { expected: 3, unexpected: 1, flaky: 1 },
      errors: [{ message: 'No browser.' }],
      suites: [{ suites: [{ specs }] }],
    });
    expect(countPlaywright(file)).toEqual({
      passed: 4,
      failed: 2,
      skipped: ['day.e2e.ts: works offline'],
      unsteady: ['camera.e2e.ts: reads a label'],
      failures: ['label.e2e.ts: prints', 'No browser.'],
      durations: [],
    });
  });
});

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.21.0'])('%s is new enough', (version) => {
    expect(() => assertNode(version)).not.toThrow();
  });
  it.each(['18.20.0', '20.18.3'])('%s is refused with a message', (version) => {
    expect(() => assertNode(version)).toThrow(`Node ${version} is too old. Install Node 20.19 or later.`);
  });
});
