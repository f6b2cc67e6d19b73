import { z } from 'zod';
import { storageManagement } from '#db/storage/storage-management.ts';
import { OnlineOperation, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';
import { defineCall } from './call-definition.ts';
import { listQueryOf } from './list-query.ts';
import { pageOf } from './page-of.ts';

export const listStorage = defineCall({
  id: 'listStorage',
  method: 'get',
  path: '/api/lab/storage-management',
  access: 'lab/storage-management:read',
  summary: 'Lists the storage locations of the lab.',
  query: listQueryOf(storageManagement),
  answer: pageOf(storageManagement.schema),
});

export const readStorage = defineCall({
  id: 'readStorage',
  method: 'get',
  path: '/api/lab/storage-management/:id',
  access: 'lab/storage-management:read',
  summary: 'Reads one storage location.',
  params: z.strictObject({ id: Id }),
  answer: storageManagement.schema,
});

export const changeStorage = defineCall({
  id: 'changeStorage',
  method: 'patch',
  path: '/api/lab/storage-management',
  access: 'lab/storage-management:update',
  summary: 'Executes one operation on storage locations; its refusals are those of the operation.',
  body: OnlineOperation,
  answer: OperationVerdict,
});
