import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { sample } from '#db/samples/sample.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

export const listSamples = defineCall({
  id: 'listSamples',
  method: 'get',
  path: '/api/lab/samples',
  access: 'lab/samples:read',
  summary: 'Lists the samples of the lab.',
  query: listQueryOf(sample),
  answer: pageOf(sample.schema),
});

export const readSample = defineCall({
  id: 'readSample',
  method: 'get',
  path: '/api/lab/samples/:id',
  access: 'lab/samples:read',
  summary: 'Reads one sample.',
  params: z.strictObject({ id: Id }),
  answer: sample.schema,
});

export const changeSampleStatus = defineCall({
  id: 'changeSampleStatus',
  method: 'patch',
  path: '/api/lab/samples/update/status',
  access: 'lab/samples/update/status:update',
  summary: 'Executes one operation on samples; its refusals are those of the operation.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const overrideSample = defineCall({
  id: 'overrideSample',
  method: 'patch',
  path: '/api/lab/samples/override',
  access: 'lab/samples:update',
  summary: 'Sets the status of a sample against its workflow, with a reason, by `override-sample`.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: [
    'FAILURE_REASON_REQUIRED',
    'NOTHING_CHANGED',
    'TRANSITION_NOT_ALLOWED',
    'DISPOSED',
    'NO_STAGE',
    'NO_BATCH',
    'SECTION_SIGNED',
  ],
});

export const changeCustody = defineCall({
  id: 'changeCustody',
  method: 'patch',
  path: '/api/lab/custody',
  access: 'lab/custody:update',
  summary:
    'Executes one operation that receives material or hands it on; its refusals are those of the operation.',
  body: OnlineOperation,
  answer: OperationVerdict,
});
