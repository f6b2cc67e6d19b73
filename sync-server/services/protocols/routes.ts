import * as sectionCalls from '#db/api/protocols/assigned-sections.ts';
import * as calls from '#db/api/protocols/protocols.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveFamilyOperation, serveRows } from '#sync-server/services/family-routes.ts';

/** `/api/lab/assigned-sections` with its operations, and the procedure catalog to read. */
export const protocolRoutes: readonly ApiRoute[] = [
  ...serveRows(assignedSection, sectionCalls.listAssignedSections, sectionCalls.readAssignedSection),
  serveFamilyOperation(sectionCalls.changeAssignedSection, ['lab/assigned-sections'], 'assignedSectionId'),
  ...serveRows(protocol, calls.listProtocols, calls.readProtocol),
  ...serveRows(procedure, calls.listProcedures, calls.readProcedure),
  ...serveRows(section, calls.listSections, calls.readSection),
];
