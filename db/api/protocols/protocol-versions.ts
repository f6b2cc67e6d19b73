import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { ProtocolApproval, ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

export const createProtocol = defineCall({
  id: 'createProtocol',
  method: 'post',
  path: '/api/lab/protocols',
  access: 'lab/protocols:create',
  summary: 'Creates a protocol with its service as a draft, or as research work.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const startProtocolVersion = defineCall({
  id: 'startProtocolVersion',
  method: 'post',
  path: '/api/lab/protocols/versions',
  access: 'lab/protocols:create',
  summary: 'Starts the next version of a protocol as a copy of another version.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const changeProtocol = defineCall({
  id: 'changeProtocol',
  method: 'patch',
  path: '/api/lab/protocols',
  access: 'lab/protocols:update',
  summary: 'Executes one operation on a version of a protocol: save, submit, withdraw, authors, retire.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const approveProtocol = defineCall({
  id: 'approveProtocol',
  method: 'patch',
  path: '/api/lab/protocols/sign-off',
  access: 'lab/protocols:update',
  summary: 'Approves a submitted version with the signature of a director or manager.',
  body: ProtocolApproval,
  answer: OperationVerdict,
});

export const rejectProtocol = defineCall({
  id: 'rejectProtocol',
  method: 'patch',
  path: '/api/lab/protocols/reject',
  access: 'lab/protocols:update',
  summary: 'Returns a submitted version to its authors, with the reason.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const readProtocolContent = defineCall({
  id: 'readProtocolContent',
  method: 'get',
  path: '/api/lab/protocols/:id/content',
  access: 'lab/protocols:read',
  summary: 'Reads a version of a protocol with its flows, service, versions and what depends on it.',
  params: z.strictObject({ id: Id }),
  answer: ShownProtocol,
});
