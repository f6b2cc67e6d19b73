import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import type { ListQuery } from '#db/api/list-query.ts';
import * as calls from '#db/api/samples/barcodes.ts';
import { AppError } from '#db/errors/app-error.ts';
import {
  LOCAL_PRINTERS,
  type PrinterList,
  type PrintJob,
  PrintJobInput,
  printJob,
  REPRINT_REASON_MISSING,
} from '#db/labels/print-job.ts';
import type { Actor } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { type Barcode, barcode } from '#db/samples/barcode.ts';
import type { BarcodeType } from '#db/samples/barcode-type.ts';
import { SAMPLE_BARCODE } from '#db/values/julian-date.ts';
import type { PrinterAddress } from '#sync-server/config/env.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { createPrinters, type Printers } from '#sync-server/integrations/printers/printers.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { listRows } from '#sync-server/reads/list-rows.ts';
import { type Tenant, tenantOf } from '#sync-server/reads/tenant.ts';
import { lockHead } from '#sync-server/sync/lock-device.ts';

/** The response to the device: the job as stored in the print log, and whether it was stored before. */
export interface PrintedJob {
  job: PrintJob;
  repeated: boolean;
}

/** The records that get the event of a code. */
const TARGET: Record<BarcodeType, string> = {
  ORDER: 'Order',
  REQUISITION: 'Specimen',
  SPECIMEN: 'Specimen',
  SAMPLE: 'Sample',
  PLATE: 'Batch',
  STORAGE: 'StorageManagement',
  INVENTORY_ITEM: 'InventoryItem',
  EQUIPMENT: 'Equipment',
  SEQUENCER: 'Sequencer',
  FLOW_CELL: 'InventoryItem',
  DNA_BARCODE: 'InventoryItem',
  SHIPMENT: 'Shipment',
  USER_BADGE: 'User',
};

const parseInput = (input: unknown): PrintJobInput => {
  const parsed = PrintJobInput.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError('VALIDATION', issues[0]?.message ?? 'The print job is not readable.', issues);
};

interface CheckedPrintJob {
  input: PrintJobInput;
  tx: PgTransaction;
  known: PrintJob | undefined;
  codes: Barcode[];
  at: string;
}

/**
 * Read the records of a job and refuse a reprint without a reason; a job stored before is not checked again.
 */
const judge = async (client: ClientBase, actor: Actor, raw: unknown): Promise<CheckedPrintJob> => {
  const input = parseInput(raw);
  const at = new Date().toISOString();
  const stamp = {
    ...scopeOfActor(actor, 'bench'),
    userId: actor.userId,
    at,
    receivedAt: at,
    requestId: input.id,
  };
  const tx = new PgTransaction(client, stamp);
  const known = await tx.get(printJob, input.id);
  const values = [...new Set(input.labels.map((label) => label.barcode))];
  const codes = known ? [] : (await tx.find(barcode, { value: values })).filter(({ active }) => active);
  if (codes.some(({ printedAt }) => printedAt !== null) && !input.reprintReason)
    throw new AppError('VALIDATION', REPRINT_REASON_MISSING, [
      { path: 'reprintReason', message: REPRINT_REASON_MISSING },
    ]);
  return { input, tx, known, codes, at };
};

// A tube's label is printed while its receiving session is open, so the printing is stored until the tube
// exists.
async function keepBlanks(
  actor: Actor,
  tx: PgTransaction,
  { kind, labels }: PrintJobInput,
  codes: readonly Barcode[],
  printedAt: string,
): Promise<void> {
  if (kind !== 'TUBE') return;
  const known = new Set(codes.map(({ value }) => value));
  const values = new Set(labels.map((label) => label.barcode));
  for (const value of values) {
    if (known.has(value) || !SAMPLE_BARCODE.test(value)) continue;
    await tx.insert(barcode, {
      id: ulid(),
      value,
      type: 'SAMPLE',
      targetId: null,
      aliasOfId: null,
      printedAt,
      printedById: actor.userId,
      active: true,
    });
  }
}

const record = async (actor: Actor, { input, tx, codes, at }: CheckedPrintJob): Promise<PrintJob> => {
  const { id, printer, kind, labels, copies, reprintReason } = input;
  const printedAt = input.printedAt ?? at;
  const job = await tx.insert(printJob, { id, printer, kind, labels, copies, reprintReason, printedAt });
  await keepBlanks(actor, tx, input, codes, printedAt);
  for (const code of codes) {
    await tx.patch(barcode, code.id, { printedAt, printedById: actor.userId });
    if (code.targetId === null) continue;
    await tx.insert(event, {
      id: ulid(),
      type: 'SAMPLE_LABEL_PRINTED',
      targetType: TARGET[code.type],
      targetId: code.targetId,
      userId: actor.userId,
      companyId: actor.companyId,
      occurredAt: printedAt,
      data: { by: actor.name, barcode: code.value, printer, kind, copies, reprintReason, printJobId: id },
      customerVisible: false,
    });
  }
  await tx.finish();
  return job;
};

/**
 * Write a print job to the log, mark its codes as printed and add an event to their records. Repeating the
 * same job changes nothing. Call it in a transaction that holds the business entity's head: otherwise a
 * concurrent receipt would find its codes taken and be refused.
 */
export async function printLabels(client: ClientBase, actor: Actor, input: unknown): Promise<PrintedJob> {
  const checkedJob = await judge(client, actor, input);
  return checkedJob.known
    ? { job: checkedJob.known, repeated: true }
    : { job: await record(actor, checkedJob), repeated: false };
}

/**
 * Print on the lab's printer if the job names one, then write it to the log; a failed print is not logged as
 * printed.
 */
export async function sendPrintJob(
  pool: Pool,
  printers: Printers,
  actor: Actor,
  input: unknown,
): Promise<PrintedJob> {
  const { input: job, known } = await inTransaction(pool, (client) => judge(client, actor, input));
  if (known) return { job: known, repeated: true };
  if (!LOCAL_PRINTERS.some((local) => local === job.printer)) {
    const printer = printers.get(job.printer);
    if (!printer)
      throw new AppError('VALIDATION', `There is no printer ${job.printer}. Choose another printer.`);
    await printer.print({ jobId: job.id, kind: job.kind, labels: job.labels, copies: job.copies });
  }
  return inTransaction(pool, async (client) => {
    await lockHead(client, actor.lab.id);
    return printLabels(client, actor, input);
  });
}

// One set per settings object, so that all jobs of a server use the same printers.
const connected = new WeakMap<readonly PrinterAddress[], Printers>();

function printersOf(addresses: readonly PrinterAddress[]): Printers {
  const known = connected.get(addresses) ?? createPrinters(addresses);
  connected.set(addresses, known);
  return known;
}

/** Read one page of the print log. The search covers a label's code and the text below it. */
export const printJobs = (pool: Pool, query: ListQuery, tenant: Tenant) =>
  listRows(pool, printJob, query, tenant, (term) => [sql`r.labels::text ILIKE ${term}`]);

/**
 * `/api/lab/print-jobs`: prints, or stores the log entry of a device's own print; a repeated job changes
 * nothing. `/api/lab/printers` lists the printers.
 */
export const printRoutes: readonly ApiRoute[] = [
  serveCall(
    calls.listPrinters,
    async ({ services }): Promise<PrinterList> => ({
      printers: [...printersOf(services.env.PRINTERS).values()].map(({ name, dpi }) => ({ name, dpi })),
    }),
  ),
  serveCall(calls.listPrintJobs, ({ services, session, query }) =>
    printJobs(services.pool, query, tenantOf(session)),
  ),
  serveCall(calls.printLabels, ({ services, session, body }) =>
    sendPrintJob(services.pool, printersOf(services.env.PRINTERS), session, body),
  ),
];
