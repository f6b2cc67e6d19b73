import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { flow } from '#db/protocols/flow.ts';
import { FlowApproval, ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

const FlowId = z.strictObject({ id: Id });

export const listFlows = defineCall({
  id: 'listFlows',
  method: 'get',
  path: '/api/lab/flows',
  access: 'lab/flows:read',
  summary: 'Lists the flows of the lab in all their versions.',
  query: listQueryOf(flow),
  answer: pageOf(flow.schema),
});

export const readFlow = defineCall({
  id: 'readFlow',
  method: 'get',
  path: '/api/lab/flows/:id',
  access: 'lab/flows:read',
  summary: 'Reads one version of a flow.',
  params: FlowId,
  answer: flow.schema,
});

export const readFlowContent = defineCall({
  id: 'readFlowContent',
  method: 'get',
  path: '/api/lab/flows/:id/content',
  access: 'lab/flows:read',
  summary: 'Reads a version of a flow with its procedures, signatures, versions and what depends on it.',
  params: FlowId,
  answer: ShownFlow,
});

export const createFlow = defineCall({
  id: 'createFlow',
  method: 'post',
  path: '/api/lab/flows',
  access: 'lab/flows:create',
  summary: 'Creates a flow as a draft, or as research work.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const startFlowVersion = defineCall({
  id: 'startFlowVersion',
  method: 'post',
  path: '/api/lab/flows/versions',
  access: 'lab/flows:create',
  summary: 'Starts the next version of a flow as a copy of another version.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const changeFlow = defineCall({
  id: 'changeFlow',
  method: 'patch',
  path: '/api/lab/flows',
  access: 'lab/flows:update',
  summary: 'Executes one operation on a version of a flow: save, submit, withdraw, authors, archive.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const approveFlow = defineCall({
  id: 'approveFlow',
  method: 'patch',
  path: '/api/lab/flows/sign-off',
  access: 'lab/flows:update',
  summary: 'Approves a submitted version with the signature of a director or manager.',
  body: FlowApproval,
  answer: OperationVerdict,
});

export const rejectFlow = defineCall({
  id: 'rejectFlow',
  method: 'patch',
  path: '/api/lab/flows/reject',
  access: 'lab/flows:update',
  summary: 'Returns a submitted version to its authors, with the reason.',
  body: OperationArgs,
  answer: OperationVerdict,
});
