import * as sectionCalls from '#db/api/protocols/assigned-sections.ts';
import * as flowCalls from '#db/api/protocols/flows.ts';
import * as libraryCalls from '#db/api/protocols/library-sections.ts';
import * as versionCalls from '#db/api/protocols/procedure-versions.ts';
import * as protocolCalls from '#db/api/protocols/protocol-versions.ts';
import * as calls from '#db/api/protocols/protocols.ts';
import * as trainingCalls from '#db/api/protocols/training.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { readTrainingMatrix } from '#db/protocols/competences/training-matrix.ts';
import { flow } from '#db/protocols/flow.ts';
import { approveFlow } from '#db/protocols/flows/approve-flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { signOffProcedure } from '#db/protocols/procedures/sign-off-procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { approveProtocol } from '#db/protocols/protocols/approve-protocol.ts';
import { section } from '#db/protocols/section.ts';
import { type AssignedSection, assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { signWithPin } from '#sync-server/auth/signing/pin.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listRows, readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import {
  executeNamed,
  serveFamilyOperation,
  serveOperation,
  serveRows,
} from '#sync-server/services/family-routes.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { procedureFileRoutes } from './procedure-files.ts';
import { readFlowContent } from './read-flow.ts';
import { readLibrarySections } from './read-library.ts';
import { readProcedureContent } from './read-procedure.ts';
import { readProtocolContent } from './read-protocol.ts';
import { readInLab } from './read-version.ts';
import { recordRoutes } from './records/record-routes.ts';

/** Read a section of a research batch; any other one is not found. */
async function readResearchSection(
  services: Pick<AppServices, 'pool'>,
  session: Session,
  id: string,
): Promise<AssignedSection> {
  const row = await readRow(services.pool, assignedSection, id, tenantOf(session));
  if (!row.research) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** `/api/lab/assigned-sections` with its operations, library sections, and procedures, flows and protocols with their versions. */
export const protocolRoutes: readonly ApiRoute[] = [
  ...procedureFileRoutes,
  ...recordRoutes,
  ...serveRows(assignedSection, sectionCalls.listAssignedSections, sectionCalls.readAssignedSection),
  serveFamilyOperation(sectionCalls.changeAssignedSection, ['lab/assigned-sections'], 'assignedSectionId'),
  serveCall(sectionCalls.listResearchSections, ({ services, session, query }) =>
    listRows(
      services.pool,
      assignedSection,
      { ...query, filter: { ...query.filter, research: ['true'] } },
      tenantOf(session),
    ),
  ),
  serveCall(sectionCalls.readResearchSection, ({ services, session, params }) =>
    readResearchSection(services, session, params.id),
  ),
  serveCall(sectionCalls.changeResearchSection, async ({ services, session, params, body }) => {
    await readResearchSection(services, session, params.id);
    return executeNamed({ services, session }, ['lab/assigned-sections'], body, {
      assignedSectionId: params.id,
    });
  }),
  ...serveRows(protocol, calls.listProtocols, calls.readProtocol),
  serveOperation(protocolCalls.createProtocol, 'create-protocol'),
  serveOperation(protocolCalls.startProtocolVersion, 'start-protocol-version'),
  serveFamilyOperation(protocolCalls.changeProtocol, ['lab/protocols']),
  serveCall(protocolCalls.approveProtocol, async ({ services, session, body }) => {
    const { pin, ...args } = body;
    await readRow(services.pool, protocol, args.protocolId, tenantOf(session));
    const proof = await signWithPin(services, session, { pin, hash: args.contentHash });
    return executeOperation(engineOf(services), session, approveProtocol, { ...args, proof });
  }),
  serveOperation(protocolCalls.rejectProtocol, 'reject-protocol'),
  serveCall(protocolCalls.readProtocolContent, ({ services, session, params }) =>
    readProtocolContent(services, session, params.id),
  ),
  serveCall(trainingCalls.readTraining, ({ services, session }) =>
    readInLab(services, session, (tx) =>
      readTrainingMatrix(tx, labDayOf(services.now().toISOString(), services.env.LAB_TIMEZONE)),
    ),
  ),
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
  ...serveRows(flow, flowCalls.listFlows, flowCalls.readFlow),
  serveOperation(flowCalls.createFlow, 'create-flow'),
  serveOperation(flowCalls.startFlowVersion, 'start-flow-version'),
  serveFamilyOperation(flowCalls.changeFlow, ['lab/flows']),
  serveCall(flowCalls.approveFlow, async ({ services, session, body }) => {
    const { pin, ...args } = body;
    await readRow(services.pool, flow, args.flowId, tenantOf(session));
    const proof = await signWithPin(services, session, { pin, hash: args.contentHash });
    return executeOperation(engineOf(services), session, approveFlow, { ...args, proof });
  }),
  serveOperation(flowCalls.rejectFlow, 'reject-flow'),
  serveCall(flowCalls.readFlowContent, ({ services, session, params }) =>
    readFlowContent(services, session, params.id),
  ),
  ...serveRows(section, calls.listSections, calls.readSection),
  ...serveRows(section, calls.listProcedureSections, calls.readProcedureSection),
];
