import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { RequisitionCheck, specimen } from '#db/specimens/specimen.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

const SpecimenId = z.strictObject({ id: Id });

export const checkRequisitionNumber = defineCall({
  id: 'checkRequisitionNumber',
  method: 'get',
  path: '/api/lab/specimens/check-requisition-number',
  access: 'lab/specimens/check-requisition-number:read',
  summary: 'Says whether a requisition number is free, while it is typed.',
  query: z.strictObject({
    requisitionNumber: z.string().trim().min(1).max(100),
    /** A draft keeps the numbers of its own rows. */
    orderId: Id.optional(),
  }),
  answer: RequisitionCheck,
});

export const listLabSpecimens = defineCall({
  id: 'listLabSpecimens',
  method: 'get',
  path: '/api/lab/specimens',
  access: 'lab/specimens:read',
  summary: 'Lists the specimens of the lab.',
  query: listQueryOf(specimen),
  answer: pageOf(specimen.schema),
});

export const readLabSpecimen = defineCall({
  id: 'readLabSpecimen',
  method: 'get',
  path: '/api/lab/specimens/:id',
  access: 'lab/specimens:read',
  summary: 'Reads one specimen as the lab sees it.',
  params: SpecimenId,
  answer: specimen.schema,
});

/** The reason is in the body: an address is kept in logs. */
export const deleteSpecimen = defineCall({
  id: 'deleteSpecimen',
  method: 'delete',
  path: '/api/lab/specimens/:id',
  access: 'lab/specimens:delete',
  summary: 'Removes a specimen from all lists and its charge from the order.',
  params: SpecimenId,
  body: z.strictObject({ reason: Reason }),
  errors: ['A_DRAFT', 'WAITS_FOR_APPROVAL', 'BATCH_WORK', 'TRANSITION_NOT_ALLOWED'],
});

/** A move names one sample and its new location, like the operation. */
export const moveSample = defineCall({
  id: 'moveSample',
  method: 'patch',
  path: '/api/lab/specimens/move',
  access: 'lab/specimens/move:update',
  summary: 'Moves a sample to a storage location with the arguments of `move-sample`.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['NO_PLACE', 'MOVED_SINCE'],
});

export const overrideSpecimen = defineCall({
  id: 'overrideSpecimen',
  method: 'patch',
  path: '/api/lab/specimens/override',
  access: 'lab/specimens:update',
  summary: 'Sets the status of a specimen against its workflow, with a reason, by `override-specimen`.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['NOTHING_CHANGED', 'TRANSITION_NOT_ALLOWED', 'NOT_RECEIVED'],
});

export const changeSpecimen = defineCall({
  id: 'changeSpecimen',
  method: 'patch',
  path: '/api/lab/specimens',
  access: 'lab/specimens:update',
  summary: 'Executes one operation on specimens; its refusals are those of the operation.',
  body: OnlineOperation,
  answer: OperationVerdict,
});
