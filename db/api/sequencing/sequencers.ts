import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
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
