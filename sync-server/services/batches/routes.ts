import { ulid } from 'ulid';
import { requireCapability } from '#db/access/capabilities.ts';
import * as calls from '#db/api/batches.ts';
import { approvalHash } from '#db/batches/approval-hash.ts';
import { approveBatch } from '#db/batches/approve-batch.ts';
import { batch } from '#db/batches/batch.ts';
import type { DirectorKind } from '#db/batches/directors/director-work.ts';
import { returnBatch } from '#db/batches/return-batch.ts';
import { signWithPin } from '#sync-server/auth/signing/pin.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { serveFamilyOperation, serveOperation, serveRows } from '#sync-server/services/family-routes.ts';
import { readInLab } from '#sync-server/services/protocols/read-version.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readDirectorWork } from './read-director-work.ts';

// The caller may create the id, so that it can continue with the batch before the feed brings it.
const completeBatch = (body: Record<string, unknown>) => ({
  assignedUserId: null,
  sourceBatchId: null,
  research: false,
  batchId: ulid(),
  ...body,
});

const READING: Record<DirectorKind, 'readClinicalDecisions' | 'readResearchDecisions'> = {
  clinical: 'readClinicalDecisions',
  research: 'readResearchDecisions',
};

/** `/api/lab/batches`: batches are created online only; every other change is an operation on one batch. */
export const batchRoutes: readonly ApiRoute[] = [
  serveCall(calls.readDirectorWork, ({ services: { pool, now }, session, query }) => {
    requireCapability({ actor: session }, READING[query.kind]);
    return readDirectorWork(pool, session, { ...query, now: now() });
  }),
  ...serveRows(batch, calls.listBatches, calls.readBatch),
  serveOperation(calls.createBatch, 'create-batch', completeBatch),
  serveOperation(calls.createResearchBatch, 'create-batch', (body) => ({
    ...completeBatch(body),
    research: true,
  })),
  serveOperation(calls.overrideBatch, 'override-batch'),
  serveCall(calls.decideBatch, async ({ services, session, body }) => {
    const { batchId } = body;
    const row = await readRow(services.pool, batch, batchId, tenantOf(session));
    const engine = engineOf(services);
    if (!body.directorApproved)
      return executeOperation(engine, session, returnBatch, { batchId, reason: body.reason });
    const contentHash = await readInLab(services, session, (tx) => approvalHash(tx, { actor: session }, row));
    const proof = await signWithPin(services, session, { pin: body.pin, hash: contentHash });
    return executeOperation(engine, session, approveBatch, { batchId, signature: { contentHash, proof } });
  }),
  serveFamilyOperation(calls.changeBatch, ['lab/batches'], 'batchId'),
];
