import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { familyOperationRoute, readRoutes } from '#sync-server/services/family-routes.ts';

/** `/api/lab/assigned-sections` with its operations, and the procedure catalog to read. */
export const protocolRoutes: readonly ApiRoute[] = [
  ...readRoutes('lab/assigned-sections', assignedSection),
  familyOperationRoute({
    path: '/api/lab/assigned-sections/:id',
    access: 'lab/assigned-sections:update',
    families: ['lab/assigned-sections'],
    idArgument: 'assignedSectionId',
  }),
  ...readRoutes('lab/protocols', protocol),
  ...readRoutes('lab/procedures', procedure),
  ...readRoutes('lab/sections', section),
];
