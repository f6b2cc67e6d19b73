import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ShownFiles } from '#db/records/files/shown-file.ts';
import { PendingUpload, RecordUpload } from '#db/records/files/upload-request.ts';
import { Id } from '#db/values/id.ts';

const RecordId = z.strictObject({ id: Id });
const PhotoGroup = z.strictObject({ accessionGroupId: Id });

export const sendReceiptPhoto = defineCall({
  id: 'sendReceiptPhoto',
  method: 'put',
  path: '/api/lab/specimens/photos/:id',
  access: 'lab/custody:update',
  summary: 'Stores a photo of a receipt under the id that its device has created.',
  params: RecordId,
  query: PhotoGroup,
  body: binary('image/jpeg'),
});

/** Status 202 with the name of the device while it has not sent the photo yet. */
export const readReceiptPhoto = defineCall({
  id: 'readReceiptPhoto',
  method: 'get',
  path: '/api/lab/specimens/photos/:id',
  access: 'lab/specimens:read',
  summary: 'Reads a photo of a receipt; status 202 names the device that has not sent it yet.',
  params: RecordId,
  query: PhotoGroup,
  answer: binary('image/jpeg'),
});

export const listLabSpecimenFiles = defineCall({
  id: 'listLabSpecimenFiles',
  method: 'get',
  path: '/api/lab/specimens/files/:id',
  access: 'lab/specimens/files:read',
  summary: 'Lists the files of a specimen for the lab.',
  params: RecordId,
  answer: ShownFiles,
});

export const uploadLabSpecimenFile = defineCall({
  id: 'uploadLabSpecimenFile',
  method: 'post',
  path: '/api/lab/specimens/files/:id',
  access: 'lab/specimens/files:create',
  summary: 'Begins the upload of a file to a specimen as the lab.',
  params: RecordId,
  body: RecordUpload,
  answer: PendingUpload,
  status: 201,
});

export const listSpecimenDocuments = defineCall({
  id: 'listSpecimenDocuments',
  method: 'get',
  path: '/api/specimens/documents/:id',
  access: 'specimens/documents:read',
  summary: 'Lists the files of a specimen for its customer.',
  params: RecordId,
  answer: ShownFiles,
});

export const uploadSpecimenDocument = defineCall({
  id: 'uploadSpecimenDocument',
  method: 'post',
  path: '/api/specimens/documents/:id',
  access: 'specimens/documents:create',
  summary: 'Begins the upload of a file to a specimen as its customer.',
  params: RecordId,
  body: RecordUpload,
  answer: PendingUpload,
  status: 201,
});

export const listSampleFiles = defineCall({
  id: 'listSampleFiles',
  method: 'get',
  path: '/api/lab/samples/files/:id',
  access: 'lab/samples/files:read',
  summary: 'Lists the files of a sample.',
  params: RecordId,
  answer: ShownFiles,
});

export const uploadSampleFile = defineCall({
  id: 'uploadSampleFile',
  method: 'post',
  path: '/api/lab/samples/files/:id',
  access: 'lab/samples/files:create',
  summary: 'Begins the upload of a file to a sample.',
  params: RecordId,
  body: RecordUpload,
  answer: PendingUpload,
  status: 201,
});
