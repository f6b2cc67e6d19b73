import { z } from 'zod';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { defineCall } from './call-definition.ts';

export const readHealth = defineCall({
  id: 'readHealth',
  method: 'get',
  path: '/api/health',
  access: 'open',
  summary: 'Reports whether the server and its database work; 503 when they do not.',
  answer: z.object({
    ok: z.boolean(),
    version: z.string(),
    database: z.boolean(),
    /** What is missing in the configuration. */
    reason: z.string().optional(),
  }),
});

export const readEntity = defineCall({
  id: 'readEntity',
  method: 'get',
  path: '/api/entity',
  access: 'open',
  summary: 'Reads the business entity of the host with its branding.',
  answer: z.object({
    entity: BusinessEntity,
    siteVariant: z.string(),
    displayName: z.string(),
    logo: z.object({ normal: z.string(), white: z.string() }),
    supportAddress: z.string(),
    billingAddress: z.array(z.string()),
    /** Key of the card form; null where payments are simulated. */
    cardPublicKey: z.string().nullable(),
  }),
});

export const readOpenApi = defineCall({
  id: 'readOpenApi',
  method: 'get',
  path: '/api/openapi.json',
  access: 'open',
  summary: 'Reads this OpenAPI document.',
  answer: z.looseObject({ openapi: z.string() }),
});
