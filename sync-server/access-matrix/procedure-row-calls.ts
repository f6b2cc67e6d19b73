import { ulid } from 'ulid';
import type { Family } from '#db/access/families.ts';
import { of, operationBody, type RowCall, reading, UNKNOWN_ID } from './row-call.ts';

/** The calls of procedures, and of the training of people on them, that name rows. */
export const PROCEDURE_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  sections: [reading('sections', 'section')],
  'assigned-sections/research': [
    {
      method: 'get',
      path: '/api/assigned-sections/research/:id',
      rows: of('assigned_section'),
      // The demo lab has no section of a research batch; `services/batches/decide-batch.pg.test.ts` makes one.
      own: 'never',
    },
    {
      method: 'patch',
      path: '/api/assigned-sections/research/:id',
      body: () => ({ operation: 'note-deviation', args: { note: 'Tried from elsewhere' } }),
      rows: of('assigned_section'),
      own: 'never',
    },
  ],
  'lab/batches/directorApproved': [
    {
      method: 'patch',
      path: '/api/lab/batches/directorApproved',
      body: (batchId) => ({ batchId, directorApproved: false, reason: 'Tried from elsewhere' }),
      rows: of('batch'),
    },
  ],
  'lab/procedures': [
    reading('lab/procedures', 'procedure'),
    { method: 'get', path: '/api/lab/procedures/:id/content', rows: of('procedure') },
    // A PDF is not JSON; its own test covers the success case.
    { method: 'get', path: '/api/lab/procedures/:id/record', rows: of('procedure'), own: 'never' },
    {
      method: 'get',
      path: '/api/lab/procedures/files/:id',
      rows: of('s3_file', `AND target_type = 'ProcedureFile'`),
    },
    {
      method: 'post',
      path: '/api/lab/procedures/versions',
      body: (sourceId) => ({ procedureId: ulid(), sourceId }),
      rows: of('procedure'),
    },
    {
      method: 'patch',
      path: '/api/lab/procedures',
      ...operationBody('archive-procedure', 'procedureId', { reason: 'Tried from elsewhere' }),
      rows: of('procedure'),
    },
    {
      method: 'patch',
      path: '/api/lab/procedures',
      ...operationBody('revoke-competence', 'competenceId', { reason: 'Tried from elsewhere' }),
      rows: of('competence', `AND kind <> 'READ'`),
    },
    {
      method: 'patch',
      path: '/api/lab/procedures',
      ...operationBody('grant-competence', 'userCompanyId', {
        procedureId: UNKNOWN_ID,
        kind: 'TRAINED',
        notes: null,
      }),
      rows: of('user_company'),
      own: 'never',
    },
  ],
  'lab/procedures/reject': [
    {
      method: 'patch',
      path: '/api/lab/procedures/reject',
      body: (procedureId) => ({ procedureId, reason: 'Tried from elsewhere' }),
      rows: of('procedure'),
    },
  ],
  'lab/procedures/sign-off': [
    {
      method: 'patch',
      path: '/api/lab/procedures/sign-off',
      body: (procedureId) => ({
        procedureId,
        contentHash: '0'.repeat(64),
        pin: '000000',
        effectiveFrom: null,
        updateFlowIds: [],
      }),
      rows: of('procedure'),
    },
  ],
};
