import { afterAll, beforeAll, expect, test } from 'vitest';
import { HeadWatch } from './head-watch.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

const move = async (): Promise<number> =>
  Number((await lab.database.pool.query(`SELECT sync_rev('WBL')::int AS rev`)).rows[0]?.['rev']);

/** Waits for the poke of a revision and says how long it took. */
async function poked(watch: HeadWatch, entity: string): Promise<number> {
  let wanted = Number.POSITIVE_INFINITY;
  let reached: (rev: number) => void = () => undefined;
  const arrival = new Promise<number>((resolve) => {
    reached = resolve;
  });
  let latest = 0;
  const stop = await watch.subscribe(entity, (rev) => {
    latest = rev;
    if (rev >= wanted) reached(rev);
  });
  wanted = await move();
  const started = performance.now();
  if (latest >= wanted) reached(latest);
  await arrival;
  stop();
  return performance.now() - started;
}

test('a moved head is told within two seconds and a half even when every notification is lost', async () => {
  const watch = new HeadWatch(lab.database.pool, { useNotify: false });
  expect(await poked(watch, 'WBL')).toBeLessThan(2_500);
  await watch.stop();
});

test('two server processes are told of a commit that a third one makes', async () => {
  const watches = [new HeadWatch(lab.database.pool), new HeadWatch(lab.database.pool)];
  await Promise.all(watches.map((watch) => poked(watch, 'WBL')));
  const times = await Promise.all(watches.map((watch) => poked(watch, 'WBL')));
  expect(Math.max(...times)).toBeLessThan(2_500);
  await Promise.all(watches.map((watch) => watch.stop()));
});

test('the listener survives the loss of its connection', async () => {
  const watch = new HeadWatch(lab.database.pool);
  await poked(watch, 'WBL');
  await lab.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'benchside-listen' AND datname = current_database()`,
  );
  expect(await poked(watch, 'WBL')).toBeLessThan(2_500);
  await watch.stop();
});

test('the other business entity hears nothing', async () => {
  const watch = new HeadWatch(lab.database.pool, { useNotify: false });
  const heard: number[] = [];
  const stop = await watch.subscribe('RESONANT', (rev) => heard.push(rev));
  await poked(watch, 'WBL');
  expect(heard).toHaveLength(1);
  stop();
  await watch.stop();
});
