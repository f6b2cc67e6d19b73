import { defineCall } from '#db/api/call-definition.ts';
import { TrainingMatrix } from '#db/protocols/competences/training-matrix.ts';

export const readTraining = defineCall({
  id: 'readTraining',
  method: 'get',
  path: '/api/lab/procedures/training',
  access: 'lab/procedures:read',
  summary: 'Reads who at the bench has read and is trained on which procedure.',
  answer: TrainingMatrix,
});
