import { DEFAULT_LAB } from '#db/access/lab.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { FINISHED_RECORD_DAYS } from '#db/sync/collections.ts';
import { loadDemoLab } from '#sync-server/demo/load-demo-lab.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { readFirstLoad } from '#sync-server/sync/snapshot.ts';
import type { Figure, FigureRow } from './figure.ts';
import type { Stage } from './stage.ts';

const TUBES_A_DAY = 200;
const YEAR = 365;
/** Samples that are made of a tube on the way through extraction, library preparation and pooling. */
const MADE_OF_A_TUBE = 2;
/** Tubes of an order, and of a batch; a batch has about four sections, and each tube passes three batches. */
const [OF_ORDER, OF_BATCH, SECTIONS, BATCHES_OF_TUBE] = [20, 90, 4, 3];

/** Return the average bytes of JSON of a document of each kind in the demo lab. */
async function jsonBytesByKind(stage: Stage): Promise<Map<string, number>> {
  const pool = createPool(await stage.database('device_year'), { max: 4 });
  await loadDemoLab(pool);
  const actor = buildActor({ lab: DEFAULT_LAB });
  const bytes = new Map<string, { count: number; sum: number }>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await readFirstLoad(pool, actor, { after, limit: 1_000 });
    for (const document of page.documents) {
      const known = bytes.get(document.kind) ?? { count: 0, sum: 0 };
      const size = Buffer.byteLength(JSON.stringify(document));
      bytes.set(document.kind, { count: known.count + 1, sum: known.sum + size });
    }
    after = page.after ?? undefined;
  }
  await pool.end();
  return new Map([...bytes].map(([kind, { count, sum }]) => [kind, sum / count]));
}

/** Count the documents of a year, in a lab that keeps a share of its tubes in storage. */
function documentsOfYear(storedShare: number): ReadonlyMap<string, number> {
  const recent = TUBES_A_DAY * FINISHED_RECORD_DAYS;
  const older = TUBES_A_DAY * (YEAR - FINISHED_RECORD_DAYS) * storedShare;
  const batches = (recent * BATCHES_OF_TUBE) / OF_BATCH;
  return new Map([
    ['Specimen', recent + older],
    ['Sample', recent * (1 + MADE_OF_A_TUBE) + older],
    ['Order', recent / OF_ORDER],
    ['Batch', batches],
    ['AssignedSection', batches * SECTIONS],
    // A box holds 81 tubes.
    ['StorageManagement', (recent + older) / 81],
  ]);
}

const LOADS = [5_000, 25_000] as const;

/**
 * What a handheld stores after a year: the number of documents by the rules of replication, the JSON of such documents in
 * the demo lab, and what Chromium stores for each byte of JSON.
 */
export const deviceYear: Figure = {
  id: 'device-year',
  async run(stage) {
    const jsonBytes = await jsonBytesByKind(stage);
    const [small, large] = await Promise.all(
      LOADS.map(async (documents) => {
        const context = await (await stage.browser()).newContext();
        const page = await context.newPage();
        await page.goto(await stage.pageUrl());
        const name = `year-${documents}`;
        const result = await page.evaluate(([of, n]) => window.bench.measureStored(of, n), [
          name,
          documents,
        ] as const);
        const session = await context.newCDPSession(page);
        await session.send('HeapProfiler.collectGarbage');
        const { usedSize } = await session.send('Runtime.getHeapUsage');
        await context.close();
        return { ...result, heap: usedSize };
      }),
    );
    if (!small || !large) throw new Error('Nothing was loaded.');
    // The difference of two loads is free of what an empty replica takes.
    const storedPerByte = (large.stored - small.stored) / (large.json - small.json);
    const rowOf = (subject: string, storedShare: number): FigureRow => {
      const documents = documentsOfYear(storedShare);
      const count = [...documents.values()].reduce((sum, one) => sum + one, 0);
      const bytes = [...documents].reduce((sum, [kind, one]) => sum + one * (jsonBytes.get(kind) ?? 0), 0);
      return {
        what: `a handheld after a year of ${TUBES_A_DAY} tubes a day, ${subject}`,
        measured: `${Math.round(count).toLocaleString('en')} documents, ${Math.round((bytes * storedPerByte) / 1e6)} MB`,
        floor: `${Math.round(bytes / 1e6)} MB of JSON`,
        ratio: 1 / storedPerByte,
        target: null,
        pass: null,
      };
    };
    const kinds = ['Sample', 'Specimen', 'AssignedSection', 'Batch', 'Order'];
    const kindText = kinds
      .map((kind) => `${kind} ${((jsonBytes.get(kind) ?? 0) / 1e3).toFixed(1)} KB`)
      .join(', ');
    const heapText = [small, large].map(
      ({ heap }, k) => `${(heap / 1e6).toFixed(1)} MB with ${LOADS[k]} documents`,
    );
    return [
      rowOf('all tubes disposed when finished', 0),
      {
        ...rowOf('every tube stays in storage', 1),
        note: `JSON of a document in the demo lab: ${kindText}. Memory of the page: ${heapText.join(', ')}.`,
      },
    ];
  },
};
