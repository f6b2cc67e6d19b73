import { ALL_PARTS } from '#sync-server/postgres/acceleration/parts.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { readFeed } from '#sync-server/sync/feed.ts';
import { readFirstLoad } from '#sync-server/sync/snapshot.ts';
import { ACTOR, bareConnection, makeEngineLab } from './engine-lab.ts';
import { type Figure, p50p95, percentile } from './figure.ts';
import { recordStatements, replay } from './statement-record.ts';

const PAGE_DOCUMENTS = 1_000;
const PAGE_TARGET_MS = 50;
const PAGE_TIMES = 60;

async function sampled(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const start = performance.now();
    await work();
    durations.push(performance.now() - start);
  }
  return durations;
}

/** One page of 1,000 changed documents, read and written as JSON, against the same statements run bare. */
export const feedPull: Figure = {
  id: 'feed',
  async run(stage) {
    const base = await makeEngineLab(stage, 'feed_base', PAGE_DOCUMENTS);
    const url = await stage.database('feed_lab', base);
    const bareClient = await bareConnection(url);
    // Each change gets its own revision, as single operations produce them.
    for (let k = 0; k < PAGE_DOCUMENTS; k += 1)
      await bareClient.query('UPDATE sample SET version = version + 1 WHERE id = $1', [`bench-tube-${k}`]);
    // Read anew each time, as the first device of a page does.
    const acceleration = new Set([...ALL_PARTS].filter((part) => part !== 'shared-pages'));
    const pool = createPool(url, { max: 1, acceleration });
    const record = recordStatements(pool);
    const { generation, head } = await readFirstLoad(pool, ACTOR, { limit: 1 });
    const feedQuery = { generation, cursor: head - PAGE_DOCUMENTS, limit: PAGE_DOCUMENTS };
    const feedPage = await readFeed(pool, ACTOR, feedQuery);
    if (feedPage.documents.length !== PAGE_DOCUMENTS)
      throw new Error(`The page has ${feedPage.documents.length} documents.`);
    record.take();
    await readFeed(pool, ACTOR, feedQuery);
    const statements = record.take();
    await sampled(10, async () => JSON.stringify(await readFeed(pool, ACTOR, feedQuery)));
    const page = await sampled(PAGE_TIMES, async () =>
      JSON.stringify(await readFeed(pool, ACTOR, feedQuery)),
    );
    const floor = await sampled(PAGE_TIMES, () => replay(bareClient, statements));
    await bareClient.end();
    await pool.end();
    return [
      {
        what: 'feed page of 1,000 documents, p50 / p95',
        measured: p50p95(page),
        floor: `${p50p95(floor)} same SQL, bare pg`,
        ratio: percentile(floor, 0.5) / percentile(page, 0.5),
        target: `p50 ≤ ${PAGE_TARGET_MS} ms`,
        pass: percentile(page, 0.5) <= PAGE_TARGET_MS,
      },
    ];
  },
};
