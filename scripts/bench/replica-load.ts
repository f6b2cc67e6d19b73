import { type Figure, type FigureRow, ms, p50p95, percentile } from './figure.ts';
import { slowDown } from './lab-session.ts';
import type { Stage } from './stage.ts';

const TARGET = 0.9;

const perSecond = (documents: number, took: number): string =>
  `${Math.round(documents / (took / 1_000)).toLocaleString('en')} docs/s`;

async function compare(stage: Stage, documents: number, rounds: number): Promise<FigureRow> {
  const url = await stage.pageUrl();
  const browser = await stage.browser();
  const all: { replica: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    all.push(await page.evaluate((n) => window.bench.compareLoad(`load-${n}`, n), documents));
    await context.close();
  }
  // The quickest round of each side counts, because disturbances only make a run slower.
  const replica = Math.min(...all.map((one) => one.replica));
  const floor = Math.min(...all.map((one) => one.floor));
  return {
    what: `replica load, ${documents.toLocaleString('en')} documents`,
    measured: `${perSecond(documents, replica)} (${ms(replica)})`,
    floor: `${perSecond(documents, floor)} raw Dexie bulkPut`,
    ratio: floor / replica,
    target: `≥ ${TARGET}`,
    pass: floor / replica >= TARGET,
  };
}

/** First load through the real puller against Dexie alone with the same rows and indexes. */
export const replicaLoad: Figure = {
  id: 'load',
  run: async (stage) => [await compare(stage, 10_000, 5)],
};

/** The same with ten times as many documents. */
export const replicaLoadLarge: Figure = {
  id: 'load-100k',
  run: async (stage) => [await compare(stage, 100_000, 2)],
};

/** The same rows in other layouts of IndexedDB, which shows what the indexes cost and what whole pages save. */
export const loadLayouts: Figure = {
  id: 'load-layouts',
  async run(stage) {
    const documents = 20_000;
    const context = await (await stage.browser()).newContext();
    const page = await context.newPage();
    await page.goto(await stage.pageUrl());
    const times = await page.evaluate((n) => window.bench.compareLayouts('layouts', n), documents);
    await context.close();
    const floor = `${perSecond(documents, times.floorMs)} raw Dexie bulkPut`;
    const row = (layout: string, took: number, note = ''): FigureRow => ({
      what: `store ${documents.toLocaleString('en')} documents, ${layout}`,
      measured: `${perSecond(documents, took)}${note}`,
      floor,
      ratio: times.floorMs / took,
      target: null,
      pass: null,
    });
    return [
      row('a row each, no index', times.unindexedMs),
      ...times.layouts.map(({ layout, writeMs, readMs }) =>
        row(layout, writeMs, `, one document read in ${p50p95(readMs)}`),
      ),
    ];
  },
};

const DOCUMENTS = 50_000;
const TARGET_MS = 20;

/** The resolution of a scanned barcode on the device, with a processor that is slowed six times. */
export const lookupFigure: Figure = {
  id: 'lookup',
  async run(stage) {
    const context = await (await stage.browser()).newContext();
    const page = await context.newPage();
    await page.goto(await stage.pageUrl());
    await page.evaluate((n) => window.bench.prepareLookUp(n), DOCUMENTS);
    await slowDown(page, 6);
    await page.evaluate(() => window.bench.timeLookUps(30));
    const { lookUp: lookupTimes, bare: bareTimes } = await page.evaluate(() => window.bench.timeLookUps(400));
    await context.close();
    return [
      {
        what: `look-up by barcode in ${DOCUMENTS.toLocaleString('en')} documents, CPU ÷ 6, p50 / p95`,
        measured: p50p95(lookupTimes),
        floor: `${p50p95(bareTimes)} indexed IndexedDB get`,
        ratio: percentile(bareTimes, 0.95) / percentile(lookupTimes, 0.95),
        target: `p95 ≤ ${TARGET_MS} ms`,
        pass: percentile(lookupTimes, 0.95) <= TARGET_MS,
      },
    ];
  },
};
