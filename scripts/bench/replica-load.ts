import { type Figure, type FigureRow, ms } from './figure.ts';
import type { Stage } from './stage.ts';

const TARGET = 0.9;

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
  const rate = (took: number): string =>
    `${Math.round(documents / (took / 1_000)).toLocaleString('en')} docs/s`;
  return {
    what: `replica load, ${documents.toLocaleString('en')} documents`,
    measured: `${rate(replica)} (${ms(replica)})`,
    floor: `${rate(floor)} raw Dexie bulkPut`,
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
