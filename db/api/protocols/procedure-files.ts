import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ProcedureFileKind, StoredProcedureFile } from '#db/protocols/procedures/procedure-file.ts';
import { Id } from '#db/values/id.ts';

export const saveProcedureFile = defineCall({
  id: 'saveProcedureFile',
  method: 'put',
  path: '/api/lab/procedures/files',
  access: 'lab/procedures:update',
  summary: 'Stores a picture of a step or an SOP file, to which drafts then refer by its id and hash.',
  query: z.strictObject({ kind: ProcedureFileKind, title: z.string().trim().min(1).max(255) }),
  body: binary('image/jpeg', 'application/pdf'),
  answer: StoredProcedureFile,
  status: 201,
});

export const readProcedureFile = defineCall({
  id: 'readProcedureFile',
  method: 'get',
  path: '/api/lab/procedures/files/:id',
  access: 'lab/procedures:read',
  summary: 'Sends a picture of a step or an SOP file; its bytes never change.',
  params: z.strictObject({ id: Id }),
  answer: binary('image/jpeg', 'application/pdf'),
  errors: ['FILE_WAITS', 'FILE_HELD_BACK'],
});

const RECORD = { params: z.strictObject({ id: Id }), answer: binary('application/pdf') };

export const readProcedureRecord = defineCall({
  id: 'readProcedureRecord',
  method: 'get',
  path: '/api/lab/procedures/:id/record',
  access: 'lab/procedures:read',
  summary: 'Sends a version of a procedure with its changes and signatures as a PDF document.',
  ...RECORD,
});

export const readFlowRecord = defineCall({
  id: 'readFlowRecord',
  method: 'get',
  path: '/api/lab/flows/:id/record',
  access: 'lab/flows:read',
  summary: 'Sends a version of a flow with its changes and signatures as a PDF document.',
  ...RECORD,
});

export const readProtocolRecord = defineCall({
  id: 'readProtocolRecord',
  method: 'get',
  path: '/api/lab/protocols/:id/record',
  access: 'lab/protocols:read',
  summary: 'Sends a version of a protocol with its changes and signatures as a PDF document.',
  ...RECORD,
});
