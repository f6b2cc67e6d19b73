import { type Figure, p50p95, percentile } from './figure.ts';
import { slowDown } from './slow-down.ts';

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
