import { ulid } from 'ulid';
import type { Family } from '#db/access/families.ts';
import { of, operationBody, type RowCall, reading, UNKNOWN_ID } from './row-call.ts';

const SPECIMEN = of('specimen', `AND status NOT IN ('DRAFT', 'CANCELED')`);
const OTHER_COMPANY_SPECIMEN = `SELECT s.id FROM specimen s JOIN "order" o ON o.id = s.order_id
  WHERE s.entity = $1 AND o.company_id <> $2 AND NOT s.deleted ORDER BY s.id LIMIT 1`;
const member = { company: { by: 'COMPANY_MANAGER' as const, rows: OTHER_COMPANY_SPECIMEN } };
const DECISION = { decision: 'SEND_REPLACEMENT', note: 'Tried from elsewhere' };
const INFO = { info: { otherSpeciesText: 'Tried from elsewhere' } };

const acting = (method: 'post' | 'patch', step: 'decide' | 'info'): RowCall => ({
  method,
  path: `/api/specimens/:id/${step}`,
  body: () => (step === 'decide' ? DECISION : INFO),
  rows: SPECIMEN,
  ...member,
});

const RECEIVED = of('"order"', `AND status IN ('RECEIVED', 'PROCESSING', 'PENDING_COMPLETION')`);
const REASON = { reason: 'Tried from elsewhere' };
const view = (method: 'patch' | 'delete'): RowCall => ({
  method,
  path: '/api/filters/:id',
  ...(method === 'patch' ? { body: () => ({ name: 'Taken over' }) } : {}),
  // The demo lab has no saved views; `services/records/views.pg.test.ts` covers those of other members.
  rows: of('user_company'),
  own: 'never',
});

const results = (step: 'approve' | 'release' | 'recall', more: object = {}): RowCall => ({
  method: 'patch',
  path: `/api/internal/results/${step}`,
  body: (orderId) => ({ orderId, specimenIds: [UNKNOWN_ID], ...more }),
  rows: RECEIVED,
  // The specimens that it names do not exist.
  own: 'never',
});

/** The calls that name rows of specimens, of runs and sequencers, of ending orders and of saved views. */
export const SPECIMEN_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  specimens: [
    { method: 'get', path: '/api/specimens/:id', rows: SPECIMEN, ...member },
    acting('post', 'decide'),
    acting('patch', 'decide'),
    acting('post', 'info'),
    acting('patch', 'info'),
  ],
  'lab/specimens/check-requisition-number': [
    {
      method: 'get',
      path: '/api/lab/specimens/check-requisition-number',
      query: (orderId) => ({ requisitionNumber: 'NEVER-USED-1', orderId }),
      rows: of('"order"'),
      // A number is free or taken, whoever asks and for whatever order.
      own: 'alike',
    },
  ],
  'internal/results': [
    {
      method: 'get',
      path: '/api/internal/results',
      query: (orderId) => ({ orderId }),
      rows: RECEIVED,
    },
    reading('internal/results', 'batch_result', 'runs'),
    reading('internal/results', 'sample', 'samples'),
    {
      method: 'patch',
      path: '/api/internal/results/runs',
      ...operationBody('judge-run', 'batchResultId', {
        verdict: 'PASS',
        countsForOrder: true,
        analyse: true,
        reason: null,
      }),
      rows: of('batch_result', `AND run_status <> 'IN_PROGRESS'`),
    },
    results('approve'),
    results('release'),
    { ...results('recall'), method: 'post', path: '/api/internal/results/reports' },
    {
      method: 'get',
      path: '/api/internal/results/downloads',
      query: (orderId) => ({ orderId }),
      rows: RECEIVED,
    },
    results('recall', { recallFor: 'CORRECTED_REPORT', reason: 'Tried from elsewhere' }),
  ],
  'lab/orders/override/cancel': [
    {
      method: 'patch',
      path: '/api/lab/orders/override/cancel/:id',
      body: () => REASON,
      rows: RECEIVED,
      // The call would end the test's own order.
      own: 'never',
    },
  ],
  'lab/orders/delete-order': [
    {
      method: 'delete',
      path: '/api/lab/orders/delete-order/:id',
      body: () => REASON,
      rows: of('"order"', `AND status = 'DRAFT'`),
      own: 'never',
    },
  ],
  'lab/analysis': [
    reading('lab/analysis', 'analysis'),
    { method: 'get', path: '/api/lab/analysis/:id/content', rows: of('analysis') },
    {
      method: 'post',
      path: '/api/lab/analysis/versions',
      body: (sourceId) => ({ analysisId: ulid(), sourceId }),
      rows: of('analysis', `AND status = 'LIVE'`),
    },
    {
      method: 'patch',
      path: '/api/lab/analysis/sign-off',
      body: (analysisId) => ({ analysisId, contentHash: '0'.repeat(64), pin: '000000' }),
      rows: of('analysis', `AND status = 'PENDING'`),
    },
    {
      method: 'patch',
      path: '/api/lab/analysis',
      ...operationBody('return-analysis', 'analysisId', { reason: 'Tried from elsewhere' }),
      rows: of('analysis', `AND status = 'PENDING'`),
    },
  ],
  'lab/sequencers': [
    reading('lab/sequencers', 'sequencer'),
    {
      method: 'post',
      path: '/api/lab/sequencers/:id/heartbeat',
      body: () => ({}),
      rows: of('sequencer', `AND status = 'ACTIVE'`),
    },
    {
      method: 'patch',
      path: '/api/lab/sequencers',
      ...operationBody('change-sequencer-status', 'sequencerId', {
        status: 'OFFLINE',
        reason: 'Tried from elsewhere',
      }),
      rows: of('sequencer', `AND status = 'ACTIVE'`),
    },
  ],
  filters: [view('patch'), view('delete')],
};
