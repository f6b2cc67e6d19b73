import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { ProcedureSignOff, ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

export const createProcedure = defineCall({
  id: 'createProcedure',
  method: 'post',
  path: '/api/lab/procedures',
  access: 'lab/procedures:create',
  summary: 'Creates a procedure as an empty draft.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const startProcedureVersion = defineCall({
  id: 'startProcedureVersion',
  method: 'post',
  path: '/api/lab/procedures/versions',
  access: 'lab/procedures:create',
  summary: 'Starts the next version of a procedure as a copy of another version.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const changeProcedure = defineCall({
  id: 'changeProcedure',
  method: 'patch',
  path: '/api/lab/procedures',
  access: 'lab/procedures:update',
  summary:
    'Executes one operation on a version of a procedure: save, submit, withdraw, authors, archive, training of people.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const signOffProcedure = defineCall({
  id: 'signOffProcedure',
  method: 'patch',
  path: '/api/lab/procedures/sign-off',
  access: 'lab/procedures/sign-off:update',
  summary: 'Approves a submitted version with the signature of a director.',
  body: ProcedureSignOff,
  answer: OperationVerdict,
});

export const rejectProcedure = defineCall({
  id: 'rejectProcedure',
  method: 'patch',
  path: '/api/lab/procedures/reject',
  access: 'lab/procedures/reject:update',
  summary: 'Returns a submitted version to its authors, with the reason.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const readProcedureContent = defineCall({
  id: 'readProcedureContent',
  method: 'get',
  path: '/api/lab/procedures/:id/content',
  access: 'lab/procedures:read',
  summary: 'Reads a version of a procedure with its sections, signatures, versions and what depends on it.',
  params: z.strictObject({ id: Id }),
  answer: ShownProcedure,
});
