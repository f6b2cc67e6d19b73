import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { Continuation, ContinuationForm } from '#db/ordering/drafts/continuation.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { SourceChoices } from '#db/ordering/drafts/shown-source.ts';
import { Id } from '#db/values/id.ts';

const OrderId = z.strictObject({ id: Id });
const SourceQuery = z.strictObject({ continuation: Continuation });

export const readSourceSpecimens = defineCall({
  id: 'readSourceSpecimens',
  method: 'get',
  path: '/api/orders/:id/source-specimens',
  access: 'orders:create',
  summary: 'Lists the specimens of an order with which another order can continue.',
  params: OrderId,
  query: SourceQuery,
  answer: SourceChoices,
  errors: ['NOTHING_TO_CONTINUE'],
});

export const continueOrder = defineCall({
  id: 'continueOrder',
  method: 'post',
  path: '/api/orders/:id/continue',
  access: 'orders:create',
  summary: 'Starts an order that continues with stored material of an earlier one.',
  params: OrderId,
  body: ContinuationForm,
  answer: ShownDraft,
  status: 201,
  errors: ['NOTHING_TO_CONTINUE', 'SPECIMEN_NOT_FIT'],
});

export const readLabSourceSpecimens = defineCall({
  id: 'readLabSourceSpecimens',
  method: 'get',
  path: '/api/lab/orders/:id/source-specimens',
  access: 'lab/orders:create',
  summary: 'Lists the specimens of an order with which another order can continue for the customer.',
  params: OrderId,
  query: SourceQuery,
  answer: SourceChoices,
  errors: ['NOTHING_TO_CONTINUE'],
});

export const continueLabOrder = defineCall({
  id: 'continueLabOrder',
  method: 'post',
  path: '/api/lab/orders/:id/continue',
  access: 'lab/orders:create',
  summary: 'Starts an order for the customer that continues with stored material of an earlier one.',
  params: OrderId,
  body: ContinuationForm,
  answer: ShownDraft,
  status: 201,
  errors: ['NOTHING_TO_CONTINUE', 'SPECIMEN_NOT_FIT'],
});

export const copyOrder = defineCall({
  id: 'copyOrder',
  method: 'post',
  path: '/api/orders/:id/copy',
  access: 'orders:create',
  summary: 'Copies an order to a new draft, with the descriptions of its specimens.',
  params: OrderId,
  body: z.strictObject({}),
  answer: ShownDraft,
  status: 201,
  errors: ['NOT_COPYABLE', 'NOT_ON_SALE'],
});

export const copyLabOrder = defineCall({
  id: 'copyLabOrder',
  method: 'post',
  path: '/api/lab/orders/:id/copy',
  access: 'lab/orders:create',
  summary: 'Copies an order of a customer to a new draft, with the descriptions of its specimens.',
  params: OrderId,
  body: z.strictObject({}),
  answer: ShownDraft,
  status: 201,
  errors: ['NOT_COPYABLE', 'NOT_ON_SALE'],
});
