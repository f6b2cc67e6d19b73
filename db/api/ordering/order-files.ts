import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownFiles } from '#db/records/files/shown-file.ts';
import { PendingUpload, RecordUpload } from '#db/records/files/upload-request.ts';
import { Id } from '#db/values/id.ts';

const DraftId = z.strictObject({ id: Id });
const OrderId = z.strictObject({ id: Id });
const PurchaseOrder = z.strictObject({ fileId: Id.nullable() });
const FilesOfOrder = z.strictObject({ orderId: Id });

export const attachPurchaseOrder = defineCall({
  id: 'attachPurchaseOrder',
  method: 'post',
  path: '/api/create-order/:id/purchase-order',
  access: 'create-order:create',
  summary: 'Attaches an uploaded file as the purchase order of a draft, or removes it.',
  params: DraftId,
  body: PurchaseOrder,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT'],
});

export const attachLabPurchaseOrder = defineCall({
  id: 'attachLabPurchaseOrder',
  method: 'post',
  path: '/api/lab/orders/drafts/:id/purchase-order',
  access: 'lab/orders:create',
  summary: 'Attaches an uploaded file as the purchase order of a draft for the customer, or removes it.',
  params: DraftId,
  body: PurchaseOrder,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT'],
});

export const listOrderFiles = defineCall({
  id: 'listOrderFiles',
  method: 'get',
  path: '/api/lab/orders/files',
  access: 'lab/orders/files:read',
  summary: 'Lists the files of an order for the lab.',
  query: FilesOfOrder,
  answer: ShownFiles,
});

export const uploadOrderFile = defineCall({
  id: 'uploadOrderFile',
  method: 'post',
  path: '/api/lab/orders/files/:orderId',
  access: 'lab/orders/files:create',
  summary: 'Begins the upload of a file to an order as the lab.',
  params: FilesOfOrder,
  body: RecordUpload,
  answer: PendingUpload,
  status: 201,
  errors: ['NOT_A_DRAFT', 'ORDER_CLOSED', 'RESULTS_RELEASED'],
});

export const readPackingSlipPdf = defineCall({
  id: 'readPackingSlipPdf',
  method: 'get',
  path: '/api/orders/:id/packing-slip',
  access: 'orders:read',
  summary: 'Reads the packing slip of an order with its plate maps as a PDF document.',
  params: OrderId,
  answer: binary('application/pdf'),
});

export const readLabPackingSlipPdf = defineCall({
  id: 'readLabPackingSlipPdf',
  method: 'get',
  path: '/api/lab/orders/:id/packing-slip',
  access: 'lab/orders:read',
  summary: 'Reads the packing slip of an order of any organization as a PDF document.',
  params: OrderId,
  answer: binary('application/pdf'),
});
