import type { ClientBase } from 'pg';
import type { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import { may } from '#db/access/grants.ts';
import type { CallDefinition } from '#db/api/call-definition.ts';
import * as calls from '#db/api/results.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationDefinition } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { isReport } from '#db/records/files/result-files.ts';
import type { S3File } from '#db/records/files/s3-file.ts';
import { approveSpecimens, recallResults, releaseResults } from '#db/specimens/results/release-results.ts';
import { type OrderResults, readOrderResults } from '#db/specimens/results/results-of-order.ts';
import {
  approvalProblems,
  isApproved,
  otherFailures,
  readyTogether,
  releaseProblems,
} from '#db/specimens/results/results-problems.ts';
import { areResultsDue } from '#db/specimens/results/results-state.ts';
import {
  type EvidenceFile,
  type ResultEvidence,
  type ResultsSelection,
  type ShownResult,
  ShownResults,
} from '#db/specimens/results/shown-results.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { maskRow } from '#sync-server/services/patients/mask-patients.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { listResultDownloads } from './list-result-downloads.ts';
import { createQcReports } from './qc-report/create-qc-reports.ts';

const shownFile = (file: S3File): EvidenceFile => ({ ...file, report: isReport(file.subType) });

/** List the files of the whole order that the customer gets. */
const evidenceOfOrder = (all: OrderResults): EvidenceFile[] =>
  (all.files.get(all.order.id) ?? []).map(shownFile);

/** Read the data for deciding on a specimen's results; the patient only with PATIENTS_VIEW. */
function evidenceOf({ role, permissions }: Session, all: OrderResults, row: Specimen): ResultEvidence {
  const { requisitionNumber, patientMrn, patientId, collectedAt } = maskRow({ permissions }, specimen, row);
  return {
    requisitionNumber,
    patientMrn,
    patientId: may(role, 'patients:read') ? patientId : null,
    collectedAt,
    samples: (all.samples.get(row.id) ?? []).toSorted((one, other) => (one.barcode < other.barcode ? -1 : 1)),
    files: (all.files.get(row.id) ?? []).map(shownFile),
  };
}

const NAMES = `SELECT id, coalesce(name, email) AS name FROM "user" WHERE id = ANY ($1)`;

async function namesOf(client: ClientBase, all: OrderResults): Promise<Map<string, string>> {
  const ids = [...new Set(all.specimens.flatMap(({ directorApprovedById }) => directorApprovedById ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; name: string }>(NAMES, [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function toShownResult(
  all: OrderResults,
  row: Specimen,
  { names, ready }: { names: ReadonlyMap<string, string>; ready: ReadonlySet<string> },
): Omit<ShownResult, 'evidence'> {
  const due = areResultsDue(row);
  const approved = isApproved(all, row);
  return {
    ...row,
    approved,
    approvedByName: row.directorApprovedById ? (names.get(row.directorApprovedById) ?? null) : null,
    recalled: row.resultsReleasedAt === null && all.recalled.has(row.id),
    sequenced: [...(all.sequenced.get(row.id) ?? [])],
    failedSamples: due ? otherFailures(all, row).length : 0,
    approvalProblems: due && !approved ? approvalProblems(all, row) : null,
    releaseProblems: due ? releaseProblems(all, row, new Set([...ready, row.id])) : null,
  };
}

/**
 * Read the result status of an order and the steps before release; `evidence` adds the data for the decision.
 */
async function readResults(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  orderId: string,
  evidence = false,
): Promise<ShownResults> {
  const { userId } = session;
  const of = await readRow(pool, order, orderId, tenantOf(session));
  // A draft has no number and no results.
  if (of.deleted || of.orderNumber === null) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const at = now().toISOString();
  return inTransaction(pool, async (client) => {
    const tx = new PgTransaction(client, {
      at,
      userId,
      ...scopeOfActor(session, 'bench'),
      receivedAt: at,
      requestId: 'read',
    });
    const all = await readOrderResults(tx, of);
    const resultContext = { names: await namesOf(client, all), ready: readyTogether(all) };
    const rows = all.specimens.filter((row) => areResultsDue(row) || row.resultsReleasedAt !== null);
    return ShownResults.parse({
      orderId,
      orderNumber: of.orderNumber,
      clinical: all.clinical,
      closed: of.status === 'COMPLETED' || of.status === 'CANCELED',
      rows: rows.map((row) => ({
        ...toShownResult(all, row, resultContext),
        evidence: evidence ? evidenceOf(session, all, row) : null,
      })),
      orderFiles: evidence ? evidenceOfOrder(all) : [],
    });
  });
}

/** Mount a call that executes an operation on results of an order and answers their state. */
const serveResultsOperation = (
  definition: CallDefinition<Grant, undefined, undefined, z.ZodType<z.infer<typeof ResultsSelection>>>,
  operation: Pick<OperationDefinition, 'name' | 'version' | 'args'>,
): ApiRoute =>
  serveCall(definition, async ({ services, session, body }) => {
    await readResults(services, session, body.orderId);
    await executeOperation(engineOf(services), session, operation, body);
    return readResults(services, session, body.orderId);
  });

/** `/api/internal/results`: QC reports, approval, release, downloads and recall of an order's results. */
export const resultsRoutes: readonly ApiRoute[] = [
  serveCall(calls.readResults, ({ services, session, query }) =>
    readResults(services, session, query.orderId, query.evidence === 'true'),
  ),
  serveResultsOperation(calls.approveResults, approveSpecimens),
  serveResultsOperation(calls.releaseResults, releaseResults),
  serveResultsOperation(calls.recallResults, recallResults),
  serveCall(calls.createQcReports, async ({ services, session, body }) => {
    await createQcReports(services, session, body.orderId, body.specimenIds);
    return readResults(services, session, body.orderId);
  }),
  serveCall(calls.listResultDownloads, ({ services, session, query }) =>
    listResultDownloads(services, session, query.orderId),
  ),
];
