import { z } from 'zod';
import {
  RecallRequest,
  ReleaseRequest,
  ResultDownloads,
  ResultsSelection,
  ShownResults,
} from '#db/specimens/results/shown-results.ts';
import { Id } from '#db/values/id.ts';
import { defineCall } from './call-definition.ts';

export const readResults = defineCall({
  id: 'readResults',
  method: 'get',
  path: '/api/internal/results',
  access: 'internal/results:read',
  summary: 'Reads the results of an order, with what blocks their release.',
  query: z.strictObject({
    orderId: Id,
    /** Adds the data on which a director decides. */
    evidence: z.literal('true').optional(),
  }),
  answer: ShownResults,
});

export const approveResults = defineCall({
  id: 'approveResults',
  method: 'patch',
  path: '/api/internal/results/approve',
  access: 'internal/results:update',
  summary: 'Approves the results of specimens of one order as a director.',
  body: ResultsSelection,
  answer: ShownResults,
  errors: ['NOT_READY'],
});

export const releaseResults = defineCall({
  id: 'releaseResults',
  method: 'patch',
  path: '/api/internal/results/release',
  access: 'internal/results:update',
  summary: 'Releases the results of specimens of one order to the customer.',
  body: ReleaseRequest,
  answer: ShownResults,
  errors: ['NOT_READY', 'COMMENT_REQUIRED'],
});

export const recallResults = defineCall({
  id: 'recallResults',
  method: 'patch',
  path: '/api/internal/results/recall',
  access: 'internal/results:update',
  summary: 'Recalls released results of specimens of one order.',
  body: RecallRequest,
  answer: ShownResults,
  errors: ['NOT_READY'],
});

export const createQcReports = defineCall({
  id: 'createQcReports',
  method: 'post',
  path: '/api/internal/results/reports',
  access: 'internal/results:update',
  summary: 'Creates the sequencing QC report of each specimen, or one of the whole order.',
  /** With null one report of the whole order is created. */
  body: z.strictObject({ orderId: Id, specimenIds: z.array(Id).min(1).max(96).nullable() }),
  answer: ShownResults,
  errors: ['NOT_READY', 'RESULTS_RELEASED'],
});

export const listResultDownloads = defineCall({
  id: 'listResultDownloads',
  method: 'get',
  path: '/api/internal/results/downloads',
  access: 'internal/results:read',
  summary: 'Lists who downloaded results of an order, the newest first.',
  query: z.strictObject({ orderId: Id }),
  answer: ResultDownloads,
});
