import { sql } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type ListQuery, listQueryOf } from '#db/api/list-query.ts';
import { printJob } from '#db/labels/print-job.ts';
import type { PrinterList } from '#db/labels/printer-list.ts';
import type { PrinterAddress } from '#sync-server/config/printer-addresses.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { createPrinters, type Printers } from '#sync-server/integrations/printers/printers.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';
import { sendPrintJob } from './print-labels.ts';

// One set per settings object, so that all jobs of a server use the same printers.
const connected = new WeakMap<readonly PrinterAddress[], Printers>();

function printersOf(addresses: readonly PrinterAddress[]): Printers {
  const known = connected.get(addresses) ?? createPrinters(addresses);
  connected.set(addresses, known);
  return known;
}

/** Read one page of the print log. The search covers a label's code and the text below it. */
export const printJobs = (pool: Pool, query: ListQuery, entity: string) =>
  listRows(pool, printJob, query, entity, (term) => [sql`r.labels::text ILIKE ${term}`]);

/**
 * `/api/lab/print-jobs`: prints, or stores the log entry of a device's own print; a repeated job changes
 * nothing. `/api/lab/printers` lists the printers.
 */
export const printRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/printers',
    access: 'lab/barcode:read',
    handler: async ({ services }): Promise<PrinterList> => ({
      printers: [...printersOf(services.env.PRINTERS).values()].map(({ name, dpi }) => ({ name, dpi })),
    }),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/lab/print-jobs',
    access: 'lab/barcode:read',
    query: listQueryOf(printJob),
    handler: ({ services, session, query }) => printJobs(services.pool, query, session.entity),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/print-jobs',
    access: 'lab/barcode:create',
    // printLabels parses the job itself, so that queued jobs of devices and this route are checked alike.
    body: z.record(z.string(), z.unknown()),
    handler: ({ services, session, body }) =>
      sendPrintJob(services.pool, printersOf(services.env.PRINTERS), session, body),
  }),
];
