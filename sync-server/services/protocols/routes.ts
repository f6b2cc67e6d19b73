import * as sectionCalls from '#db/api/protocols/assigned-sections.ts';
import * as libraryCalls from '#db/api/protocols/library-sections.ts';
import * as versionCalls from '#db/api/protocols/procedure-versions.ts';
import * as calls from '#db/api/protocols/protocols.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { signOffProcedure } from '#db/protocols/procedures/sign-off-procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { signWithPin } from '#sync-server/auth/signing/pin.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { serveFamilyOperation, serveOperation, serveRows } from '#sync-server/services/family-routes.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readLibrarySections } from './read-library.ts';
import { readProcedureContent } from './read-procedure.ts';

/** `/api/lab/assigned-sections` with its operations, the catalog to read, and procedures with their versions. */
export const protocolRoutes: readonly ApiRoute[] = [
  ...serveRows(assignedSection, sectionCalls.listAssignedSections, sectionCalls.readAssignedSection),
  serveFamilyOperation(sectionCalls.changeAssignedSection, ['lab/assigned-sections'], 'assignedSectionId'),
  ...serveRows(protocol, calls.listProtocols, calls.readProtocol),
  ...serveRows(procedure, calls.listProcedures, calls.readProcedure),
  serveOperation(versionCalls.createProcedure, 'create-procedure'),
  serveOperation(versionCalls.startProcedureVersion, 'start-procedure-version'),
  serveFamilyOperation(versionCalls.changeProcedure, ['lab/procedures']),
  serveCall(versionCalls.signOffProcedure, async ({ services, session, body }) => {
    const { pin, ...args } = body;
    // A version of another lab is not found, whatever the PIN is.
    await readRow(services.pool, procedure, args.procedureId, tenantOf(session));
    const proof = await signWithPin(services, session, { pin, hash: args.contentHash });
    return executeOperation(engineOf(services), session, signOffProcedure, { ...args, proof });
  }),
  serveOperation(versionCalls.rejectProcedure, 'reject-procedure'),
  serveCall(versionCalls.readProcedureContent, ({ services, session, params }) =>
    readProcedureContent(services, session, params.id),
  ),
  serveCall(libraryCalls.readLibrary, ({ services, session }) => readLibrarySections(services, session)),
  serveOperation(libraryCalls.saveLibrarySection, 'save-library-section'),
  serveOperation(libraryCalls.removeLibrarySection, 'remove-library-section'),
  ...serveRows(section, calls.listSections, calls.readSection),
];
