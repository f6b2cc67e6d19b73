import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { HeadWatch } from './head-watch.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());
// Tests trigger the two-second poll themselves; earlier reports come from notifications.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const move = async (): Promise<number> =>
  Number((await lab.database.pool.query(`SELECT sync_rev('WBL')::int AS rev`)).rows[0]?.['rev']);

/** A listener that waits for a head to move. */
async function openListener(watch: HeadWatch) {
  const heads: number[] = [];
  const waiting = new Set<() => void>();
  const stop = await watch.subscribe('WBL', (rev) => {
    heads.push(rev);
    for (const checkHeads of waiting) checkHeads();
  });
  const hears = (rev: number) =>
    new Promise<void>((resolve) => {
      const checkHeads = () => {
        if ((heads.at(-1) ?? 0) >= rev) resolve();
      };
      waiting.add(checkHeads);
      checkHeads();
    });
  return { heads, hears, stop };
}

/** Move the head until a notification arrives: then the listening connection exists. */
async function waitUntilListening(heads: readonly number[]): Promise<void> {
  const before = heads.length;
  while (heads.length === before) {
    await move();
    await lab.database.pool.query('SELECT pg_sleep(0.02)');
  }
}

test('the two-second poll reports a moved head even if every notification is lost', async () => {
  const watch = new HeadWatch(lab.database.pool, { useNotify: false });
  const { heads, hears } = await openListener(watch);
  const rev = await move();
  expect(heads).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  await hears(rev);
  await watch.stop();
});

test("two server processes learn of a third one's commit without a poll", async () => {
  const watches = [new HeadWatch(lab.database.pool), new HeadWatch(lab.database.pool)];
  const ears = await Promise.all(watches.map(openListener));
  for (const { heads } of ears) await waitUntilListening(heads);
  const rev = await move();
  await Promise.all(ears.map(({ hears }) => hears(rev)));
  expect(ears.map(({ heads }) => heads.at(-1))).toEqual([rev, rev]);
  await Promise.all(watches.map((watch) => watch.stop()));
});

test('the listener survives the loss of its connection', async () => {
  const watch = new HeadWatch(lab.database.pool);
  const { heads, hears } = await openListener(watch);
  await waitUntilListening(heads);
  await hears(await move());
  const termination = await lab.database.pool.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'benchside-listen' AND datname = current_database()`,
  );
  expect(termination.rowCount).toBeGreaterThan(0);
  await waitUntilListening(heads);
  await watch.stop();
});

test('pokes continue after the database was restored in place to an earlier head', async () => {
  const watch = new HeadWatch(lab.database.pool, { useNotify: false });
  const { heads, stop } = await openListener(watch);
  for (let i = 0; i < 5; i += 1) await move();
  const lookedAt = async (rev: number) => {
    vi.advanceTimersByTime(2_000);
    await vi.waitUntil(() => heads.at(-1) === rev);
  };
  const before = await move();
  await lookedAt(before);
  await lab.database.pool.query(`UPDATE sync_head SET rev = rev - 3 WHERE lab = 'WBL'`);
  await lookedAt(before - 3);
  const after = await move();
  await lookedAt(after);
  expect(heads.slice(-3)).toEqual([before, before - 3, after]);
  stop();
  await watch.stop();
});

test('many listeners get one poke for the moves of a pause, and the last one', async () => {
  const PAUSE_MS = 180;
  const watch = new HeadWatch(lab.database.pool);
  const ears = await Promise.all(Array.from({ length: PAUSE_MS / 3 }, () => openListener(watch)));
  const [first, last] = [ears[0], ears.at(-1)];
  if (!first || !last) throw new Error('There is no listener.');
  await waitUntilListening(first.heads);
  const [before, start] = [first.heads.length, performance.now()];
  let rev = 0;
  for (let i = 0; i < 30; i += 1) rev = await move();
  await last.hears(rev);
  // One at once, one at the end, and one after each pause between them.
  const maximum = 2 + Math.ceil((performance.now() - start) / PAUSE_MS);
  expect(first.heads.length - before).toBeLessThanOrEqual(maximum);
  await watch.stop();
});

test('the other business entity receives no poke', async () => {
  const watch = new HeadWatch(lab.database.pool, { useNotify: false });
  const revisions: number[] = [];
  const stop = await watch.subscribe('RESONANT', (rev) => revisions.push(rev));
  const { hears } = await openListener(watch);
  const rev = await move();
  vi.advanceTimersByTime(2_000);
  await hears(rev);
  expect(revisions).toHaveLength(1);
  stop();
  await watch.stop();
});
