import * as calls from '#db/api/protocols/procedure-files.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { writeFlowRecord, writeProtocolRecord } from './method-records.ts';
import { writeProcedureRecord } from './procedure-record.ts';
import type { VersionRecord } from './version-record.ts';

type RecordCall =
  | typeof calls.readProcedureRecord
  | typeof calls.readFlowRecord
  | typeof calls.readProtocolRecord;

/** Serve the record of a version as a PDF document, with the rights of its page. */
function serveRecord(
  definition: RecordCall,
  write: (services: AppServices, session: Session, id: string) => Promise<VersionRecord>,
): ApiRoute {
  const { method, path, access, params } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async ({ services, session, params: pathParams }, _request, response) => {
      const { id } = parseInput(params, pathParams);
      const { fileName, content } = await write(services, session, id);
      response.attachment(fileName).type('application/pdf').send(content);
    },
  });
  return describeStream(definition, route);
}

/** The signed records of versions of procedures, flows and protocols. */
export const recordRoutes: readonly ApiRoute[] = [
  serveRecord(calls.readProcedureRecord, writeProcedureRecord),
  serveRecord(calls.readFlowRecord, writeFlowRecord),
  serveRecord(calls.readProtocolRecord, writeProtocolRecord),
];
