import type { BrowserContext, Page } from '@playwright/test';
import { createPool } from '#sync-server/postgres/pool.ts';
import { populateLab, slotOf, tubeId } from './engine-lab.ts';
import { type Figure, type FigureRow, ms, p50p95, percentile } from './figure.ts';
import { MANAGER, PASSWORD, TECH } from './lab-session.ts';
import type { Stage } from './stage.ts';

const TUBES = 5_000;
const MOVES = 60;
const OFFLINE_MOVES = 500;

interface Bench {
  context: BrowserContext;
  page: Page;
}

async function openBench(stage: Stage, email: string): Promise<Bench> {
  const { server } = await stage.lab('devices');
  const context = await (await stage.browser()).newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/bench-page/index.html`);
  await page.evaluate(([name, password]) => window.bench.openDevice(name, password), [
    email,
    PASSWORD,
  ] as const);
  return { context, page };
}

const moveArgs = (k: number) => ({ sampleId: tubeId(k), ...slotOf(k) });

async function measureMoves(sender: Page, receiver: Page): Promise<FigureRow[]> {
  const arrivalTimes: number[] = [];
  const settleTimes: number[] = [];
  for (let k = 0; k < MOVES; k += 1) {
    const args = moveArgs(k);
    const arrives = receiver.evaluate(
      (args) => window.bench.seeTube(args.sampleId, args.containerId, args.position),
      args,
    );
    const { at, settledMs } = await sender.evaluate((args) => window.bench.moveAndSettle(args), args);
    arrivalTimes.push((await arrives) - at);
    settleTimes.push(settledMs);
  }
  const row = { floor: null, ratio: null };
  return [
    {
      ...row,
      what: 'operation → visible on another device, p50 / p95',
      measured: p50p95(arrivalTimes),
      target: 'p95 ≤ 1 s',
      pass: percentile(arrivalTimes, 0.95) <= 1_000,
    },
    {
      ...row,
      what: 'operation online: tap → settled on the same device, p50 / p95',
      measured: p50p95(settleTimes),
      target: '150 / 500 ms',
      pass: percentile(settleTimes, 0.5) <= 150 && percentile(settleTimes, 0.95) <= 500,
    },
  ];
}

/** Change every tube of the lab as other people, a hundred in each revision. */
async function changeTubes(databaseUrl: string): Promise<number> {
  const pool = createPool(databaseUrl, { max: 1 });
  for (let from = 0; from < TUBES; from += 100) {
    const ids = Array.from({ length: 100 }, (_, i) => tubeId(from + i));
    await pool.query('UPDATE sample SET remaining_volume = remaining_volume - 1 WHERE id = ANY ($1)', [ids]);
  }
  const { rows } = await pool.query<{ rev: string }>(`SELECT rev::text FROM sync_head WHERE lab = 'WBL'`);
  await pool.end();
  return Number(rows[0]?.rev);
}

async function measureCatchUp(bench: Bench, databaseUrl: string): Promise<FigureRow> {
  await bench.context.setOffline(true);
  for (let k = 0; k < OFFLINE_MOVES; k += 1)
    await bench.page.evaluate((args) => window.bench.moveTube(args), moveArgs(MOVES + k));
  const waited = await bench.page.evaluate(() => window.bench.waiting());
  const head = await changeTubes(databaseUrl);
  await bench.context.setOffline(false);
  const took = await bench.page.evaluate((rev) => window.bench.catchUp(rev), head + waited);
  return {
    what: `catch-up after a shift offline: ${waited} operations up, ${TUBES.toLocaleString('en')} documents down`,
    measured: ms(took),
    floor: null,
    ratio: null,
    target: '≤ 10 s',
    pass: took <= 10_000,
  };
}

/**
 * Two browsers at the real server: how soon one sees the other's change, and how soon one catches up after a
 * shift.
 */
export const twoDevices: Figure = {
  id: 'devices',
  async run(stage) {
    const { databaseUrl } = await stage.lab('devices');
    const pool = createPool(databaseUrl, { max: 1 });
    await populateLab(pool, TUBES);
    await pool.end();
    const sender = await openBench(stage, TECH);
    const receiver = await openBench(stage, MANAGER);
    try {
      return [...(await measureMoves(sender.page, receiver.page)), await measureCatchUp(sender, databaseUrl)];
    } finally {
      await sender.context.close();
      await receiver.context.close();
    }
  },
};
