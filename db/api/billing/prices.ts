import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { PriceEnd, PriceForm } from '#db/billing/prices/price-form.ts';
import { PriceHistory, PriceList } from '#db/billing/prices/shown-prices.ts';
import { Id } from '#db/values/id.ts';

export const listPrices = defineCall({
  id: 'listPrices',
  method: 'get',
  path: '/api/lab/price',
  access: 'lab/price:read',
  summary: 'Lists every protocol with its service and its current and planned prices.',
  answer: PriceList,
});

export const readPriceHistory = defineCall({
  id: 'readPriceHistory',
  method: 'get',
  path: '/api/lab/price/history/:protocolId',
  access: 'lab/price:read',
  summary: 'Reads all prices that a protocol ever had, with the person who set each.',
  params: z.strictObject({ protocolId: Id }),
  answer: PriceHistory,
});

export const setPrice = defineCall({
  id: 'setPrice',
  method: 'post',
  path: '/api/lab/price',
  access: 'lab/price:create',
  summary: 'Sets the price of a protocol from a day on, and returns the price list.',
  body: PriceForm,
  answer: PriceList,
  status: 201,
  errors: ['PRICE_OVERLAPS'],
});

export const endPrice = defineCall({
  id: 'endPrice',
  method: 'patch',
  path: '/api/lab/price/:id/end',
  access: 'lab/price:update',
  summary: 'Ends a price after a last day or withdraws a planned one, and returns the price list.',
  params: z.strictObject({ id: Id }),
  body: PriceEnd,
  answer: PriceList,
  errors: ['ALREADY_ENDED', 'LAST_PRICE'],
});
