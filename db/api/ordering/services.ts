import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { ShownQuote } from '#db/ordering/drafts/shown-draft.ts';
import { service } from '#db/ordering/services/service.ts';
import { ServiceChanges, ServiceStatusChange } from '#db/ordering/services/service-form.ts';
import { QuoteQuestion, ServicePage, ShownService } from '#db/ordering/services/shown-service.ts';
import { Id } from '#db/values/id.ts';

const ServiceId = z.strictObject({ id: Id });

export const listServices = defineCall({
  id: 'listServices',
  method: 'get',
  path: '/api/lab/services',
  access: 'lab/services:read',
  summary: 'Lists the services of the lab; customers see those on sale.',
  query: listQueryOf(service),
  answer: ServicePage,
});

export const readService = defineCall({
  id: 'readService',
  method: 'get',
  path: '/api/lab/services/:id',
  access: 'lab/services:read',
  summary: 'Reads one service with its requirements and prices.',
  params: ServiceId,
  answer: ShownService,
});

export const quoteService = defineCall({
  id: 'quoteService',
  method: 'post',
  path: '/api/lab/services/quote',
  access: 'lab/services:create',
  summary: 'Computes the price of a number of specimens of a service, as of today.',
  body: QuoteQuestion,
  answer: ShownQuote,
});

export const updateService = defineCall({
  id: 'updateService',
  method: 'patch',
  path: '/api/lab/services/:id',
  access: 'lab/services:update',
  summary: 'Changes the catalog entry of a service.',
  params: ServiceId,
  body: ServiceChanges.extend({ seenVersion: z.int() }),
  answer: ShownService,
  errors: ['NOT_READY_FOR_SALE', 'SLUG_TAKEN'],
});

export const changeServiceStatus = defineCall({
  id: 'changeServiceStatus',
  method: 'patch',
  path: '/api/lab/services/:id/status',
  access: 'lab/services:update',
  summary: 'Puts a service on sale, takes it off sale or makes it internal.',
  params: ServiceId,
  body: ServiceStatusChange,
  answer: ShownService,
  errors: ['NOT_READY_FOR_SALE', 'TRANSITION_NOT_ALLOWED'],
});

export const readServiceImage = defineCall({
  id: 'readServiceImage',
  method: 'get',
  path: '/api/lab/services/:id/image',
  access: 'lab/services:read',
  summary: 'Sends the catalog picture of a service.',
  params: ServiceId,
  query: z.object({ file: z.string().optional() }),
  answer: binary('image/jpeg'),
});

export const saveServiceImage = defineCall({
  id: 'saveServiceImage',
  method: 'put',
  path: '/api/lab/services/:id/image',
  access: 'lab/services:update',
  summary: 'Saves the catalog picture of a service in place of the previous one.',
  params: ServiceId,
  body: binary('image/jpeg'),
});

export const removeServiceImage = defineCall({
  id: 'removeServiceImage',
  method: 'delete',
  path: '/api/lab/services/:id/image',
  access: 'lab/services:update',
  summary: 'Removes the catalog picture of a service.',
  params: ServiceId,
  answer: ShownService,
});
