import { z } from 'zod';
import { batch } from '#db/batches/batch.ts';
import { DirectorKind, DirectorWork, WorkOrder } from '#db/batches/directors/director-work.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { defineCall } from './call-definition.ts';
import { listQueryOf } from './list-query.ts';
import { pageOf } from './page-of.ts';

const BatchId = z.strictObject({ id: Id });

export const listBatches = defineCall({
  id: 'listBatches',
  method: 'get',
  path: '/api/lab/batches',
  access: 'lab/batches:read',
  summary: 'Lists the batches of the lab.',
  query: listQueryOf(batch),
  answer: pageOf(batch.schema),
});

export const readDirectorWork = defineCall({
  id: 'readDirectorWork',
  method: 'get',
  path: '/api/lab/batches/director-work',
  access: 'lab/batches:read',
  summary:
    'Reads what waits for the clinical or research director, and the own decisions of the last 90 days.',
  query: z.strictObject({ kind: DirectorKind, order: WorkOrder.default('oldest') }),
  answer: DirectorWork,
});

export const readBatch = defineCall({
  id: 'readBatch',
  method: 'get',
  path: '/api/lab/batches/:id',
  access: 'lab/batches:read',
  summary: 'Reads one batch.',
  params: BatchId,
  answer: batch.schema,
});

export const createBatch = defineCall({
  id: 'createBatch',
  method: 'post',
  path: '/api/lab/batches',
  access: 'lab/batches:create',
  summary: 'Creates a batch of a procedure with the arguments of `create-batch`.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['PROCEDURE_NOT_APPROVED', 'PROCEDURE_NOT_EFFECTIVE'],
});

export const createResearchBatch = defineCall({
  id: 'createResearchBatch',
  method: 'post',
  path: '/api/lab/batches/research',
  access: 'lab/batches/research:create',
  summary: 'Creates a research batch with the arguments of `create-batch`.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['PROCEDURE_NOT_APPROVED', 'PROCEDURE_NOT_EFFECTIVE'],
});

export const overrideBatch = defineCall({
  id: 'overrideBatch',
  method: 'patch',
  path: '/api/lab/batches/override',
  access: 'lab/batches/override:update',
  summary: 'Sets the status of a batch against its workflow, with a reason, by `override-batch`.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['FAILURE_REASON_REQUIRED', 'NOTHING_CHANGED', 'TRANSITION', 'NEVER_STARTED', 'SECTION_SIGNED'],
});

export const decideBatch = defineCall({
  id: 'decideBatch',
  method: 'patch',
  path: '/api/lab/batches/directorApproved',
  access: 'lab/batches/directorApproved:update',
  summary: 'Approves a completed batch with the PIN of the director, or returns it with a reason.',
  body: z.discriminatedUnion('directorApproved', [
    z.strictObject({ batchId: Id, directorApproved: z.literal(true), pin: z.string().max(20) }),
    z.strictObject({ batchId: Id, directorApproved: z.literal(false), reason: Reason }),
  ]),
  answer: OperationVerdict,
  errors: ['APPROVED', 'NOT_COMPLETE', 'NO_APPROVAL', 'RETURNED', 'PASSWORD_NEEDED'],
});

export const changeBatch = defineCall({
  id: 'changeBatch',
  method: 'patch',
  path: '/api/lab/batches/:id',
  access: 'lab/batches:update',
  summary: 'Executes one operation on a batch; its refusals are those of the operation.',
  params: BatchId,
  body: OnlineOperation,
  answer: OperationVerdict,
});
