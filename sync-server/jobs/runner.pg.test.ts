import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#db/errors/app-error.ts';
import { type JobLab, openJobLab, testTask } from './job-lab.ts';
import { queueTask } from './job-queue.ts';

let lab: JobLab;
beforeEach(async () => {
  lab = await openJobLab();
});
afterEach(() => lab.close());

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

// Every hour, and not during a test.
const FAR_CRON = `${(new Date().getUTCMinutes() + 30) % 60} * * * *`;

/** Work that a test can block and release. */
function heldWork() {
  let startCount = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    begun: () => startCount,
    release: () => release(),
    work: () => {
      startCount += 1;
      return released;
    },
  };
}

describe('a failing job', () => {
  test('is retried after growing pauses until it succeeds, and each run is recorded', async () => {
    let tries = 0;
    const flaky = testTask('flaky', async () => {
      tries += 1;
      if (tries < 3) throw new AppError('UNAVAILABLE', `away ${tries}`);
    });
    lab.start([flaky]);
    await queueTask(lab.services.pool, flaky);
    await soon(async () =>
      expect(await lab.jobsOf('flaky')).toMatchObject([{ problem: 'away 1', locked: false }]),
    );
    const [first] = await lab.jobsOf('flaky');
    expect(first?.inSeconds).toBeGreaterThan(0);
    expect(first?.inSeconds).toBeLessThan(Math.E);
    await lab.hurry('flaky');
    await soon(async () =>
      expect(await lab.jobsOf('flaky')).toMatchObject([{ problem: 'away 2', locked: false }]),
    );
    const [second] = await lab.jobsOf('flaky');
    expect(second?.inSeconds).toBeGreaterThan(Math.E);
    await lab.hurry('flaky');
    await soon(async () => expect(await lab.jobsOf('flaky')).toEqual([]));
    expect(await lab.runsOf('flaky')).toEqual([
      { outcome: 'FAILED', attempt: 1, problem: 'away 1' },
      { outcome: 'FAILED', attempt: 2, problem: 'away 2' },
      { outcome: 'SUCCEEDED', attempt: 3, problem: null },
    ]);
  });

  test('is stored with its reason after the last attempt, and not retried', async () => {
    const broken = testTask('broken', () => Promise.reject(new AppError('UNAVAILABLE', 'never')), {
      attempts: 1,
    });
    lab.start([broken]);
    await queueTask(lab.services.pool, broken);
    await soon(async () =>
      expect(await lab.jobsOf('broken')).toMatchObject([
        { attempts: 1, maxAttempts: 1, problem: 'never', locked: false },
      ]),
    );
  });

  test('of a cron task is replaced by its next run', async () => {
    let works = false;
    const cron = testTask(
      'hourly',
      async () => {
        if (!works) throw new AppError('UNAVAILABLE', 'not yet');
      },
      { attempts: 1, schedule: { cron: FAR_CRON } },
    );
    lab.start([cron]);
    await soon(async () => expect(await lab.jobsOf('hourly')).toMatchObject([{ problem: 'not yet' }]));
    works = true;
    await queueTask(lab.services.pool, cron);
    await soon(async () => expect(await lab.jobsOf('hourly')).toEqual([]));
  });

  test('of a task that runs every few seconds pauses twice as long after each failure, and returns to its interval', async () => {
    let works = false;
    const often = testTask(
      'often',
      async () => {
        if (!works) throw new AppError('UNAVAILABLE', 'away');
      },
      { schedule: { everySeconds: 100 } },
    );
    lab.start([often]);
    const pauseAfter = async (runs: number): Promise<number> => {
      await soon(async () => {
        expect(await lab.runsOf('often')).toHaveLength(runs);
        expect(await lab.jobsOf('often')).toMatchObject([{ locked: false, attempts: 0 }]);
      });
      return (await lab.jobsOf('often'))[0]?.inSeconds ?? 0;
    };
    expect(await pauseAfter(1)).toBeCloseTo(200, -1);
    await lab.hurry('often');
    expect(await pauseAfter(2)).toBeCloseTo(400, -1);
    works = true;
    await lab.hurry('often');
    expect(await pauseAfter(3)).toBeCloseTo(100, -1);
  });
});

describe('two processes', () => {
  test('never run an exclusive task at the same time, while other tasks continue', async () => {
    const one = heldWork();
    const exclusive = testTask('exclusive', one.work);
    const names = new Set<string | null>();
    const other = heldWork();
    const free = testTask('free', other.work, { exclusive: false });
    lab.start([exclusive, free]);
    lab.start([exclusive, free]);
    const { pool } = lab.services;
    await queueTask(pool, exclusive);
    await soon(() => expect(one.begun()).toBe(1));
    await queueTask(pool, exclusive);
    // Each process has three free workers: as six other jobs run at once, both have looked for work since.
    for (let index = 0; index < 6; index += 1) await pool.query(`SELECT graphile_worker.add_job('free')`);
    await soon(() => expect(other.begun()).toBe(6));
    for (const { workerId } of (
      await pool.query<{ workerId: string }>('SELECT locked_by AS "workerId" FROM graphile_worker.jobs')
    ).rows)
      names.add(workerId);
    expect(names.size).toBeGreaterThan(1);
    expect(one.begun()).toBe(1);
    one.release();
    other.release();
    await soon(async () => expect(await lab.runsOf('exclusive')).toHaveLength(2));
    expect(one.begun()).toBe(2);
  });

  test('queue one waiting run of a task, however many requests come', async () => {
    const task = testTask('once', async () => undefined);
    const { pool } = lab.services;
    await Promise.all([1, 2, 3, 4].map(() => queueTask(pool, task)));
    expect(await lab.jobsOf('once')).toHaveLength(1);
  });
});

describe('cron', () => {
  const hourly = testTask('hourly', async () => undefined, { schedule: { cron: FAR_CRON } });
  const since = (hours: number) =>
    lab.services.pool.query(
      `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       VALUES ('hourly', now() - interval '9 days', now() - make_interval(hours => $1))`,
      [hours],
    );

  test('makes up for runs missed during downtime, with one run', async () => {
    await since(50);
    lab.start([hourly]);
    await soon(async () => expect(await lab.runsOf('hourly')).toMatchObject([{ outcome: 'SUCCEEDED' }]));
    expect(await lab.jobsOf('hourly')).toEqual([]);
  });

  test('starts tasks that never ran at once, and only those', async () => {
    lab.start([hourly]);
    await soon(async () => expect(await lab.runsOf('hourly')).toHaveLength(1));
    const marker = testTask('marker', async () => undefined, { schedule: { cron: FAR_CRON } });
    lab.start([hourly, marker]);
    await soon(async () => expect(await lab.runsOf('marker')).toHaveLength(1));
    expect(await lab.runsOf('hourly')).toHaveLength(1);
  });
});

describe('a stopping server', () => {
  test('lets running jobs end and accepts no further one', async () => {
    const { work, begun: startCount, release } = heldWork();
    const slow = testTask('slow', work);
    const runner = lab.start([slow]);
    const { pool } = lab.services;
    await queueTask(pool, slow);
    await soon(() => expect(startCount()).toBe(1));
    await queueTask(pool, slow);
    const stopped = runner.stop();
    release();
    await stopped;
    expect(await lab.runsOf('slow')).toMatchObject([{ outcome: 'SUCCEEDED' }]);
    expect(await lab.jobsOf('slow')).toMatchObject([{ attempts: 0, locked: false }]);
    expect((await pool.query('SELECT id FROM job_worker')).rows).toEqual([]);
  });

  test('releases jobs that do not end in time, and another process takes them over', async () => {
    let startCount = 0;
    const endless = testTask('endless', () => {
      startCount += 1;
      return startCount === 1 ? new Promise<void>(() => undefined) : Promise.resolve();
    });
    const runner = lab.start([endless], { drainMs: 50 });
    await queueTask(lab.services.pool, endless);
    await soon(() => expect(startCount).toBe(1));
    await runner.stop();
    expect(await lab.runsOf('endless')).toMatchObject([{ outcome: 'LOST' }]);
    expect(await lab.jobsOf('endless')).toMatchObject([{ locked: false, attempts: 1 }]);
    lab.start([endless]);
    await lab.hurry('endless');
    await soon(async () =>
      expect(await lab.runsOf('endless')).toMatchObject([{ outcome: 'LOST' }, { outcome: 'SUCCEEDED' }]),
    );
  });
});
