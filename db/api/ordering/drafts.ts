import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { AttestationForm } from '#db/ordering/drafts/clinical-attestation.ts';
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
import { Readiness } from '#db/organizations/invoicing.ts';
import { Id } from '#db/values/id.ts';

const DraftId = z.strictObject({ id: Id });

export const startDraft = defineCall({
  id: 'startDraft',
  method: 'post',
  path: '/api/create-order',
  access: 'create-order:create',
  summary: 'Starts an order of the own organization with the choice of a service.',
  body: NewOrder,
  answer: ShownDraft,
  status: 201,
  errors: ['NOT_ON_SALE'],
});

export const readReadiness = defineCall({
  id: 'readReadiness',
  method: 'get',
  path: '/api/create-order/readiness',
  access: 'create-order:create',
  summary: 'Reads what the own organization needs before it can order.',
  answer: Readiness,
});

export const requestInvoicing = defineCall({
  id: 'requestInvoicing',
  method: 'post',
  path: '/api/create-order/invoicing-request',
  access: 'create-order:create',
  summary: 'Asks the lab to accept purchase orders of the own organization.',
  body: z.strictObject({}),
  answer: Readiness,
});

export const readDraft = defineCall({
  id: 'readDraft',
  method: 'get',
  path: '/api/create-order/:id',
  access: 'create-order:read',
  summary: 'Reads a draft of the own organization with its price and all that is missing.',
  params: DraftId,
  answer: ShownDraft,
});

/** Saving a step is a POST, because members may create orders but not update existing ones. */
export const updateDraft = defineCall({
  id: 'updateDraft',
  method: 'post',
  path: '/api/create-order/:id',
  access: 'create-order:create',
  summary: 'Saves the given fields of a draft of the own organization.',
  params: DraftId,
  body: DraftUpdate,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT', 'NOT_ON_SALE'],
});

export const acceptDataUse = defineCall({
  id: 'acceptDataUse',
  method: 'post',
  path: '/api/create-order/:id/data-use',
  access: 'create-order:create',
  summary: 'Saves the accepted use and retention of the data of a draft.',
  params: DraftId,
  body: DataUseForm,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT'],
});

export const signAttestation = defineCall({
  id: 'signAttestation',
  method: 'post',
  path: '/api/create-order/:id/attestation',
  access: 'create-order:create',
  summary: 'Signs consent and medical necessity of a clinical draft with the indications of its patients.',
  params: DraftId,
  body: AttestationForm,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT'],
});

export const removeRequisitions = defineCall({
  id: 'removeRequisitions',
  method: 'post',
  path: '/api/create-order/:id/requisitions/remove',
  access: 'create-order:create',
  summary: 'Removes specimens from the list of an own order; the others keep their numbers.',
  params: DraftId,
  body: RequisitionRemoval,
  answer: ShownDraft,
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});

export const chooseSourceSpecimens = defineCall({
  id: 'chooseSourceSpecimens',
  method: 'post',
  path: '/api/create-order/:id/source-specimens',
  access: 'create-order:create',
  summary: 'Chooses the specimens of an earlier order with which an own draft continues.',
  params: DraftId,
  body: SourceSelection,
  answer: ShownDraft,
  errors: ['NOT_A_DRAFT', 'NOT_A_CONTINUATION', 'SPECIMEN_NOT_FIT'],
});

export const submitOrder = defineCall({
  id: 'submitOrder',
  method: 'post',
  path: '/api/create-order/:id/submit',
  access: 'create-order:create',
  summary: 'Submits a complete draft of the own organization at the price that was shown.',
  params: DraftId,
  body: OrderSubmission,
  answer: ShownOrder,
  errors: ['NOT_A_DRAFT', 'NOT_ON_SALE', 'TOTAL_CHANGED'],
});

export const discardDraft = defineCall({
  id: 'discardDraft',
  method: 'post',
  path: '/api/create-order/:id/discard',
  access: 'create-order:create',
  summary: 'Discards a draft that the caller may discard.',
  params: DraftId,
  body: z.strictObject({}),
  errors: ['NOT_A_DRAFT', 'NOT_YOUR_DRAFT'],
});
