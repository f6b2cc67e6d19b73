import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { AddressForm } from '#db/organizations/company-form.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { Id } from '#db/values/id.ts';

const AddressId = z.strictObject({ id: Id, addressId: Id });

export const addAddress = defineCall({
  id: 'addAddress',
  method: 'post',
  path: '/api/companies/:id/addresses',
  access: 'companies:update',
  summary: 'Adds an address to an organization; the first of its kind becomes the default.',
  params: z.strictObject({ id: Id }),
  body: AddressForm,
  answer: ShownCompany,
  status: 201,
});

export const updateAddress = defineCall({
  id: 'updateAddress',
  method: 'patch',
  path: '/api/companies/:id/addresses/:addressId',
  access: 'companies:update',
  summary: 'Changes an address of an organization; its kind stays.',
  params: AddressId,
  body: AddressForm,
  answer: ShownCompany,
});

export const removeAddress = defineCall({
  id: 'removeAddress',
  method: 'patch',
  path: '/api/companies/:id/addresses/:addressId/remove',
  access: 'companies:update',
  summary: 'Removes an address of an organization, except the last billing address.',
  params: AddressId,
  body: z.strictObject({}),
  answer: ShownCompany,
  errors: ['LAST_BILLING_ADDRESS'],
});

export const setDefaultAddress = defineCall({
  id: 'setDefaultAddress',
  method: 'patch',
  path: '/api/companies/:id/addresses/:addressId/default',
  access: 'companies:update',
  summary: 'Makes an address the default of its kind.',
  params: AddressId,
  body: z.strictObject({}),
  answer: ShownCompany,
});
