import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildUser } from '#db/factories/build-identity.ts';
import { buildBarcode } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import { printJob } from '#db/labels/print-job.ts';
import { event } from '#db/records/events/event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { labelSample } from '#db/samples/label-sample.ts';
import { createStubPrinter, type LabelPrinter } from '#sync-server/integrations/printers/label-printer.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { lockHead } from '#sync-server/sync/lock-device.ts';
import { printLabels, sendPrintJob } from './print-routes.ts';

const at = '2026-11-21T10:00:00.000Z';
const actor = buildActor();
let database: TestDatabase;

const withRows = <T>(work: (tx: PgTransaction) => Promise<T>): Promise<T> =>
  inTransaction(database.pool, async (client) => {
    const stamp = {
      ...scopeOfActor(actor, 'bench'),
      userId: actor.userId,
      at,
      receivedAt: at,
      requestId: ulid(),
    };
    const tx = new PgTransaction(client, stamp);
    const result = await work(tx);
    await tx.finish();
    return result;
  });

const addCode = async (value: string) => {
  const row = buildBarcode({ id: ulid(), value, targetId: `sample-${value}` });
  await withRows((tx) => tx.insert(barcode, row));
  return row;
};

const jobFor = (values: readonly string[], rest: Record<string, unknown> = {}) => ({
  id: ulid(),
  printer: 'BROWSER',
  kind: 'TUBE',
  labels: values.map((value) => ({ barcode: value, lines: ['EXTRACT'] })),
  copies: 1,
  ...rest,
});

const print = (input: unknown) => inTransaction(database.pool, (client) => printLabels(client, actor, input));
const waitsForALock = async (): Promise<boolean> => {
  const { rows } = await database.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
};
const eventsOf = (value: string) => withRows((tx) => tx.find(event, { targetId: `sample-${value}` }));

beforeAll(async () => {
  database = await createTestDatabase();
  await withRows((tx) => tx.insert(user, buildUser({ id: actor.userId })));
});
afterAll(() => database.drop());

describe('printing labels', () => {
  test('is written to the log, at the code and at the sample', async () => {
    const code = await addCode('W26325-0101-01');
    const { job, repeated } = await print(jobFor([code.value], { copies: 2, printedAt: at }));
    expect(repeated).toBe(false);
    const [logged] = await withRows((tx) => tx.find(printJob, { id: job.id }));
    expect(logged).toMatchObject({ printer: 'BROWSER', copies: 2, printedAt: at, createdById: actor.userId });
    expect(logged?.labels).toEqual([{ barcode: code.value, lines: ['EXTRACT'] }]);
    const marked = await withRows((tx) => tx.get(barcode, code.id));
    expect(marked).toMatchObject({ printedAt: at, printedById: actor.userId });
    expect(await eventsOf(code.value)).toMatchObject([
      {
        type: 'SAMPLE_LABEL_PRINTED',
        targetType: 'Sample',
        occurredAt: at,
        data: { by: actor.name, copies: 2, printJobId: job.id },
      },
    ]);
  });

  test('again needs a reason, which is stored', async () => {
    const code = await addCode('W26325-0102-01');
    await print(jobFor([code.value]));
    await expect(print(jobFor([code.value], { reprintReason: '  ' }))).rejects.toMatchObject({
      code: 'VALIDATION',
      message: 'Give a reason for printing this label again.',
    });
    expect(await eventsOf(code.value)).toHaveLength(1);
    const { job } = await print(jobFor([code.value], { reprintReason: 'smeared' }));
    expect(job.reprintReason).toBe('smeared');
    expect(await eventsOf(code.value)).toHaveLength(2);
  });

  test('sent twice by a device after a lost response is counted once', async () => {
    const code = await addCode('W26325-0103-01');
    const job = jobFor([code.value]);
    await print(job);
    expect(await print(job)).toMatchObject({ repeated: true, job: { id: job.id } });
    expect(await eventsOf(code.value)).toHaveLength(1);
  });

  test('of a tube not signed for yet is stored until the tube exists, and again needs a reason', async () => {
    const value = 'W26325-K003-01';
    expect((await print(jobFor([value], { printedAt: at }))).job.labels).toHaveLength(1);
    await expect(print(jobFor([value]))).rejects.toMatchObject({ code: 'VALIDATION' });
    const label = { barcodeId: ulid(), value, target: { id: `sample-${value}`, entity: 'WBL' as const } };
    await withRows((tx) => labelSample(tx, label));
    const marked = await withRows((tx) => tx.get(barcode, label.barcodeId));
    expect(marked).toMatchObject({ active: true, printedAt: at, printedById: actor.userId });
    await print(jobFor([value], { reprintReason: 'smeared' }));
    expect(await eventsOf(value)).toHaveLength(1);
  });

  test.each([
    ['no label', { labels: [] }],
    ['too many copies', { copies: 21 }],
    ['an unknown label', { kind: 'MUG' }],
    ['a code that is none', { labels: [{ barcode: 'a b', lines: [] }] }],
    ['an unknown key', { extra: 1 }],
  ])('is refused with %s', async (_label, wrong) => {
    await expect(print(jobFor(['W26325-0104-01'], wrong))).rejects.toMatchObject({
      code: 'VALIDATION',
      status: 422,
    });
  });
});

describe('printing on a printer of the lab', () => {
  test('prints once, however often the job is sent, and then logs it', async () => {
    const code = await addCode('W26325-0105-01');
    const stub = createStubPrinter();
    const job = jobFor([code.value], { printer: 'stub' });
    const printers = new Map([[stub.name, stub]]);
    await sendPrintJob(database.pool, printers, actor, job);
    await sendPrintJob(database.pool, printers, actor, job);
    expect(stub.printed.map(({ jobId }) => jobId)).toEqual([job.id]);
    expect(await eventsOf(code.value)).toHaveLength(1);
  });

  test('that fails leaves the label unprinted, so that no reason is asked for the next attempt', async () => {
    const code = await addCode('W26325-0106-01');
    const broken: LabelPrinter = { name: 'broken', dpi: 203, print: () => Promise.reject(new Error('jam')) };
    const job = jobFor([code.value], { printer: 'broken' });
    await expect(sendPrintJob(database.pool, new Map([['broken', broken]]), actor, job)).rejects.toThrow(
      'jam',
    );
    expect(await withRows((tx) => tx.find(printJob, { id: job.id }))).toEqual([]);
    const stub = createStubPrinter();
    await sendPrintJob(database.pool, new Map([['stub', stub]]), actor, { ...job, printer: 'stub' });
    expect(stub.printed).toHaveLength(1);
  });

  test('waits for a concurrent receipt, so that neither loses its label', async () => {
    const value = 'W26325-0108-01';
    const label = { barcodeId: ulid(), value, target: { id: `sample-${value}`, entity: 'WBL' as const } };
    let printing: Promise<unknown> = Promise.resolve();
    await inTransaction(database.pool, async (client) => {
      await lockHead(client, actor.lab.id);
      const stamp = {
        ...scopeOfActor(actor, 'bench'),
        userId: actor.userId,
        at,
        receivedAt: at,
        requestId: ulid(),
      };
      const tx = new PgTransaction(client, stamp);
      // The receipt has looked up its codes and has not written them yet.
      expect(await tx.find(barcode, { value })).toEqual([]);
      let isEnded = false;
      printing = sendPrintJob(database.pool, new Map(), actor, jobFor([value])).finally(() => {
        isEnded = true;
      });
      await vi.waitUntil(async () => isEnded || (await waitsForALock()), { timeout: 20_000 });
      await labelSample(tx, label);
      await tx.finish();
    });
    await printing;
    expect(await withRows((tx) => tx.get(barcode, label.barcodeId))).toMatchObject({
      active: true,
      targetId: label.target.id,
      printedById: actor.userId,
    });
    expect(await eventsOf(value)).toHaveLength(1);
  });

  test('that does not exist is refused', async () => {
    const job = jobFor(['W26325-0107-01'], { printer: 'attic' });
    await expect(sendPrintJob(database.pool, new Map(), actor, job)).rejects.toThrow(
      'There is no printer attic. Choose another printer.',
    );
  });
});
