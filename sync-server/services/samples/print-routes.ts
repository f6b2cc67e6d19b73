import { z } from 'zod';
import { printJob } from '#db/labels/print-job.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { listQueryOf } from '#sync-server/services/listing/list-query.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';
import { sendPrintJob } from './print-labels.ts';

/** `/api/lab/print-jobs`: prints or takes the log entry of what a device has printed; a job sent again changes nothing. */
export const printRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/print-jobs',
    access: 'lab/barcode:read',
    query: listQueryOf(printJob),
    handler: ({ services, session, query }) => listRows(services.pool, printJob, query, session.entity),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/print-jobs',
    access: 'lab/barcode:create',
    // printLabels parses the job itself, so that devices' queued jobs and this route are judged alike.
    body: z.record(z.string(), z.unknown()),
    handler: ({ services, session, body }) =>
      sendPrintJob(services.pool, services.env.PRINTERS, session, body),
  }),
];
