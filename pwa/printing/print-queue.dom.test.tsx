import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PrintJobInput } from '#db/labels/print-job.ts';
import { createPrintQueue, openPrintDatabase, type PrintAnswer, type PrintDatabase } from './print-queue.ts';

let database: PrintDatabase;
let number = 0;

const job = (rest: Partial<PrintJobInput> = {}): PrintJobInput => {
  number += 1;
  const labels = [{ barcode: `W26325-000${number}-01`, lines: [] }];
  return {
    id: `job-${number}`,
    printer: 'BROWSER',
    kind: 'TUBE',
    labels,
    copies: 1,
    reprintReason: null,
    ...rest,
  };
};

/** A fake server with one answer per job that records accepted jobs. */
const server = (...answers: number[]) => {
  const acceptedIds: string[] = [];
  const post = async (postedJob: PrintJobInput): Promise<PrintAnswer> => {
    const status = answers.shift() ?? 200;
    if (status === 200) acceptedIds.push(postedJob.id);
    return { status, message: status === 422 ? 'Give a reason for printing this label again.' : null };
  };
  return { taken: acceptedIds, post };
};

beforeEach(() => {
  number = 0;
  database = openPrintDatabase(`print-${Math.random()}`);
});
afterEach(() => database.delete());

describe('the print queue', () => {
  test('stores jobs while the server is unreachable and sends them in order, each once', async () => {
    const { taken: acceptedIds, post } = server(0, 503);
    const queue = createPrintQueue(database, post);
    for (let n = 0; n < 3; n += 1) await queue.add(job(), 'tess');
    await queue.send('tess');
    await queue.send('tess');
    expect(acceptedIds).toEqual([]);
    expect(await queue.waiting('tess')).toHaveLength(3);
    await Promise.all([queue.send('tess'), queue.send('tess')]);
    expect(acceptedIds).toEqual(['job-1', 'job-2', 'job-3']);
    expect(await queue.waiting('tess')).toEqual([]);
  });

  test("reports a user's waiting jobs, also after they were sent", async () => {
    const queue = createPrintQueue(database, server().post);
    const jobCounts: number[] = [];
    const stop = queue.watch('tess', (jobs) => jobCounts.push(jobs.length));
    await vi.waitFor(() => expect(jobCounts.at(-1)).toBe(0));
    await queue.add(job(), 'tess');
    await vi.waitFor(() => expect(jobCounts.at(-1)).toBe(1));
    await queue.send('tess');
    await vi.waitFor(() => expect(jobCounts.at(-1)).toBe(0));
    stop();
  });

  test('never sends one user’s jobs as another’s', async () => {
    const { taken: acceptedIds, post } = server();
    const queue = createPrintQueue(database, post);
    await queue.add(job(), 'tess');
    await queue.send('olga');
    expect(acceptedIds).toEqual([]);
    expect(await queue.waiting('tess')).toHaveLength(1);
  });

  test('counts browser labels at once and network labels when they were printed', async () => {
    const queue = createPrintQueue(database, server(503).post);
    const [local, network] = [job({ copies: 2 }), job({ printer: 'bench-1' })];
    const codes = [local, network].flatMap(({ labels }) => labels.map(({ barcode }) => barcode));
    await queue.add(local, 'tess');
    await queue.add(network, 'tess');
    expect([...(await queue.timesPrinted(codes))]).toEqual([[codes[0], 2]]);
    await queue.send('tess');
    await queue.send('tess');
    expect([...(await queue.timesPrinted(codes)).values()]).toEqual([2, 1]);
  });

  test('keeps a refused job for a user without blocking others', async () => {
    const { taken: acceptedIds, post } = server(422);
    const queue = createPrintQueue(database, post);
    await queue.add(job(), 'tess');
    await queue.add(job(), 'tess');
    await queue.send('tess');
    expect(acceptedIds).toEqual(['job-2']);
    expect((await queue.waiting('tess'))[0]?.refusal).toBe('Give a reason for printing this label again.');
    await queue.giveReason('job-1', 'smeared');
    await queue.send('tess');
    expect(acceptedIds).toEqual(['job-2', 'job-1']);
  });

  test("keeps an unreachable printer's labels with the reason, without blocking other printers", async () => {
    const off = 'Printer bench-1 refuses the connection. Check that it is switched on and ready.';
    const postedIds: string[] = [];
    let on = false;
    const queue = createPrintQueue(database, async ({ id, printer }) => {
      postedIds.push(id);
      return printer === 'bench-1' && !on ? { status: 503, message: off } : { status: 200, message: null };
    });
    await queue.add(job({ printer: 'bench-1' }), 'tess');
    await queue.add(job({ printer: 'bench-1' }), 'tess');
    await queue.add(job({ printer: 'bench-2' }), 'tess');
    await queue.send('tess');
    expect(postedIds).toEqual(['job-1', 'job-3']);
    expect((await queue.waiting('tess')).map(({ id, trouble: problem }) => [id, problem])).toEqual([
      ['job-1', off],
      ['job-2', off],
    ]);
    on = true;
    await queue.send('tess');
    expect(await queue.waiting('tess')).toEqual([]);
  });

  test('survives closing the page', async () => {
    await createPrintQueue(database, server(0).post).add(job(), 'tess');
    const { name } = database;
    database.close();
    database = openPrintDatabase(name);
    const { taken: acceptedIds, post } = server();
    await createPrintQueue(database, post).send('tess');
    expect(acceptedIds).toEqual(['job-1']);
  });
});
