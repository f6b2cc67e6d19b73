import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { instant } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';

export const listSequencers = defineCall({
  id: 'listSequencers',
  method: 'get',
  path: '/api/lab/sequencers',
  access: 'lab/sequencers:read',
  summary: 'Lists the sequencers of the lab.',
  query: listQueryOf(sequencer),
  answer: pageOf(sequencer.schema),
});

export const readSequencer = defineCall({
  id: 'readSequencer',
  method: 'get',
  path: '/api/lab/sequencers/:id',
  access: 'lab/sequencers:read',
  summary: 'Reads one sequencer.',
  params: z.strictObject({ id: Id }),
  answer: sequencer.schema,
});

export const addSequencer = defineCall({
  id: 'addSequencer',
  method: 'post',
  path: '/api/lab/sequencers',
  access: 'lab/sequencers:create',
  summary: 'Adds a sequencer to the lab.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['SERIAL_TAKEN'],
});

export const changeSequencer = defineCall({
  id: 'changeSequencer',
  method: 'patch',
  path: '/api/lab/sequencers',
  access: 'lab/sequencers:update',
  summary: 'Executes one operation on a sequencer: its details or its status.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const sendHeartbeat = defineCall({
  id: 'sendHeartbeat',
  method: 'post',
  path: '/api/lab/sequencers/:id/heartbeat',
  access: 'lab/sequencers:update',
  summary: 'Records a sign of life of a sequencer, now or at a time before.',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ at: instant.optional() }),
  answer: OperationVerdict,
});
