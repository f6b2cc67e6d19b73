import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { batchRoutes } from './batches/routes.ts';
import { inventoryRoutes } from './inventory/routes.ts';
import { orderRoutes } from './ordering/routes.ts';
import { protocolRoutes } from './protocols/routes.ts';
import { recordFileRoutes } from './records/record-file-routes.ts';
import { recordRoutes } from './records/routes.ts';
import { sampleRoutes } from './samples/routes.ts';
import { customersSpecimenRoutes } from './specimens/customers-routes.ts';
import { resultsRoutes } from './specimens/results-routes.ts';
import { specimenRoutes } from './specimens/routes.ts';
import { storageRoutes } from './storage/routes.ts';

/** The REST families of the bench. */
export const benchRoutes: readonly ApiRoute[] = [
  ...recordFileRoutes,
  ...specimenRoutes,
  ...customersSpecimenRoutes,
  ...resultsRoutes,
  ...sampleRoutes,
  ...batchRoutes,
  ...protocolRoutes,
  ...storageRoutes,
  ...inventoryRoutes,
  ...orderRoutes,
  ...recordRoutes,
];
