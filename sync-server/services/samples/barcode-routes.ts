import { z } from 'zod';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { resolveBarcode } from './resolve-barcode.ts';

/** `GET /api/lab/barcode/:value`: the record that a code identifies. */
export const barcodeRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/barcode/:value',
    access: 'lab/barcode:read',
    params: z.strictObject({ value: z.string().trim().min(1).max(64).toUpperCase() }),
    handler: ({ services, session, params }) => resolveBarcode(services.pool, params.value, session.entity),
  }),
];
