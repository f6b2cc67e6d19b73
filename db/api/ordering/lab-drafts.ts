import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import {
  DataUseForm,
  DraftUpdate,
  NewOrder,
  OrderSubmission,
  RequisitionRemoval,
  SourceSelection,
} from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { Id } from '#db/values/id.ts';

const DraftId = z.strictObject({ id: Id });

export const startLabDraft = defineCall({
  id: 'startLabDraft',
  method: 'post',
  path: '/api/lab/orders/drafts',
  access: 'lab/orders:create',
  summary: 'Starts an order for a customer with the choice of a service.',
  body: NewOrder,
  answer: ShownDraft,
  status: 201,
  errors: ['NOT_ON_SALE'],
});

export const readLabDraft = defineCall({
  id: 'readLabDraft',
  method: 'get',
  path: '/api/lab/orders/drafts/:id',
  access: 'lab/orders:read',
  summary: 'Reads a draft with its price and all that is missing.',
  params: DraftId,
  answer: ShownDraft,
});

export const updateLabDraft = defineCall({
  id: 'updateLabDraft',
  method: 'post',
  path: '/api/lab/orders/drafts/:id',
  access: 'lab/orders:create',
  summary: 'Saves the given fields of a draft.',
  params: DraftId,
  body: DraftUpdate,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT', 'NOT_ON_SALE'],
});

export const acceptLabDataUse = defineCall({
  id: 'acceptLabDataUse',
  method: 'post',
  path: '/api/lab/orders/drafts/:id/data-use',
  access: 'lab/orders:create',
  summary: 'Saves the use and retention of the data that a customer accepts for a draft.',
  params: DraftId,
  body: DataUseForm,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT'],
});

export const removeLabRequisitions = defineCall({
  id: 'removeLabRequisitions',
  method: 'post',
  path: '/api/lab/orders/drafts/:id/requisitions/remove',
  access: 'lab/orders:create',
  summary: 'Removes specimens from the list of an order; the others keep their numbers.',
  params: DraftId,
  body: RequisitionRemoval,
  answer: ShownDraft,
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});

export const chooseLabSourceSpecimens = defineCall({
  id: 'chooseLabSourceSpecimens',
  method: 'post',
  path: '/api/lab/orders/drafts/:id/source-specimens',
  access: 'lab/orders:create',
  summary: 'Chooses the specimens of an earlier order with which a draft continues.',
  params: DraftId,
  body: SourceSelection,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT', 'NOT_A_CONTINUATION', 'SPECIMEN_NOT_FIT'],
});

export const submitLabOrder = defineCall({
  id: 'submitLabOrder',
  method: 'post',
  path: '/api/lab/orders/drafts/:id/submit',
  access: 'lab/orders:create',
  summary: 'Submits a complete draft for a customer at the price that was shown.',
  params: DraftId,
  body: OrderSubmission,
  answer: ShownOrder,
  errors: ['NOT_A_DRAFT', 'NOT_ON_SALE', 'TOTAL_CHANGED'],
});

export const discardLabDraft = defineCall({
  id: 'discardLabDraft',
  method: 'post',
  path: '/api/lab/orders/drafts/:id/discard',
  access: 'lab/orders:create',
  summary: 'Discards a draft that the member of staff may discard.',
  params: DraftId,
  body: z.strictObject({}),
  errors: ['NOT_A_DRAFT', 'NOT_YOUR_DRAFT'],
});
