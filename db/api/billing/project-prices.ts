import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { ProjectPriceEnd, ProjectPriceForm } from '#db/billing/prices/price-form.ts';
import {
  ChangedProjectPrice,
  ProjectPriceChoices,
  ProjectPricePage,
  ProjectPriceQuery,
} from '#db/billing/prices/shown-prices.ts';
import { Id } from '#db/values/id.ts';

export const listProjectPrices = defineCall({
  id: 'listProjectPrices',
  method: 'get',
  path: '/api/lab/project-base-pricing',
  access: 'lab/project-base-pricing:read',
  summary: 'Lists the agreed and proposed prices of projects.',
  query: ProjectPriceQuery,
  answer: ProjectPricePage,
});

export const readProjectPriceChoices = defineCall({
  id: 'readProjectPriceChoices',
  method: 'get',
  path: '/api/lab/project-base-pricing/choices',
  access: 'lab/project-base-pricing:read',
  summary: 'Reads the projects and protocols for which a price can be agreed.',
  answer: ProjectPriceChoices,
});

export const setProjectPrice = defineCall({
  id: 'setProjectPrice',
  method: 'post',
  path: '/api/lab/project-base-pricing',
  access: 'lab/project-base-pricing:create',
  summary: 'Sets or proposes the price of a protocol within a project.',
  body: ProjectPriceForm,
  answer: ChangedProjectPrice,
  status: 201,
  errors: ['PRICE_OVERLAPS', 'TOO_LARGE'],
});

export const endProjectPrice = defineCall({
  id: 'endProjectPrice',
  method: 'patch',
  path: '/api/lab/project-base-pricing/:id/end',
  access: 'lab/project-base-pricing:update',
  summary: 'Ends the price of a project today, or withdraws one that has not begun.',
  params: z.strictObject({ id: Id }),
  body: ProjectPriceEnd,
  errors: ['ALREADY_ENDED'],
});
