import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import {
  CompletedFile,
  DeletedFiles,
  FileDeletion,
  FileLinks,
  FilesQuery,
  FileUrl,
  ShownFiles,
  UnfinishedFiles,
} from '#db/records/files/shown-file.ts';
import {
  FileKind,
  PartAddress,
  PartDigest,
  PendingUpload,
  SignedLink,
  UploadRequest,
  UploadTarget,
} from '#db/records/files/upload-request.ts';
import { Id } from '#db/values/id.ts';

const FileId = z.strictObject({ id: Id });

export const beginFileUpload = defineCall({
  id: 'beginFileUpload',
  method: 'post',
  path: '/api/s3/presigned',
  access: 's3:create',
  summary: 'Begins the upload of a file and answers the address that takes its bytes.',
  body: UploadRequest,
  answer: PendingUpload,
  errors: ['NOT_A_DRAFT', 'ORDER_CLOSED', 'RESULTS_RELEASED'],
});

export const readFileUrl = defineCall({
  id: 'readFileUrl',
  method: 'post',
  path: '/api/s3/presigned/:id',
  access: 's3:create',
  summary: 'Answers the address of a stored document for this person, or of the picture of a user.',
  params: FileId,
  body: FileKind,
  answer: FileUrl,
  errors: ['FILE_HELD_BACK', 'FILE_WAITS'],
});

export const sendFile = defineCall({
  id: 'sendFile',
  method: 'put',
  path: '/api/s3/files/:id',
  access: 's3:create',
  summary: 'Stores the bytes of a file at the signed address of its upload.',
  params: FileId,
  query: SignedLink,
  body: binary('application/octet-stream', 'image/jpeg'),
  errors: ['ALREADY_STORED'],
});

export const readFile = defineCall({
  id: 'readFile',
  method: 'get',
  path: '/api/s3/files/:id',
  access: 's3:read',
  summary: 'Reads the bytes of a file, or a range of them, at its signed address.',
  params: FileId,
  query: SignedLink,
  answer: binary('application/octet-stream', 'image/png', 'image/jpeg', 'image/gif'),
  errors: ['FILE_HELD_BACK', 'FILE_WAITS'],
});

export const listFiles = defineCall({
  id: 'listFiles',
  method: 'get',
  path: '/api/s3/downloads',
  access: 's3/downloads:read',
  summary: 'Lists the files of a record, or without one the uploads of this person.',
  query: FilesQuery,
  answer: ShownFiles,
});

export const listFileLinks = defineCall({
  id: 'listFileLinks',
  method: 'get',
  path: '/api/s3/downloads/links',
  access: 's3/downloads:read',
  summary: 'Lists the addresses of the files of a record that may be downloaded now.',
  query: FilesQuery,
  answer: FileLinks,
});

export const deleteFiles = defineCall({
  id: 'deleteFiles',
  method: 'delete',
  path: '/api/s3/delete',
  access: 's3/delete:delete',
  summary: 'Deletes stored files by their keys.',
  body: FileDeletion,
  answer: DeletedFiles,
  errors: ['IN_USE'],
});

export const listUnfinishedUploads = defineCall({
  id: 'listUnfinishedUploads',
  method: 'get',
  path: '/api/s3/parts',
  access: 's3:read',
  summary: 'Lists the unfinished uploads of this person to a record, with the parts that have arrived.',
  query: UploadTarget,
  answer: UnfinishedFiles,
});

export const sendFilePart = defineCall({
  id: 'sendFilePart',
  method: 'put',
  path: '/api/s3/parts/:id/:part',
  access: 's3:create',
  summary: 'Stores one part of a large file, whose digest is compared.',
  params: PartAddress,
  query: PartDigest,
  body: binary('application/octet-stream'),
  errors: ['CHECKSUM'],
});

export const completeFileUpload = defineCall({
  id: 'completeFileUpload',
  method: 'post',
  path: '/api/s3/parts/:id/complete',
  access: 's3:create',
  summary: 'Joins the parts of a large file, scans it and stores it.',
  params: FileId,
  answer: CompletedFile,
  errors: ['ALREADY_STORED', 'INCOMPLETE'],
});

export const cancelFileUpload = defineCall({
  id: 'cancelFileUpload',
  method: 'post',
  path: '/api/s3/parts/:id/cancel',
  access: 's3:create',
  summary: 'Cancels the upload of a large file and deletes its parts.',
  params: FileId,
});
