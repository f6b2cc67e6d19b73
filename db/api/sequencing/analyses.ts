import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { analysis } from '#db/sequencing/analyses/analysis.ts';
import { AnalysisApproval, ShownAnalysis } from '#db/sequencing/analyses/shown-analysis.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

const AnalysisId = z.strictObject({ id: Id });

export const listAnalyses = defineCall({
  id: 'listAnalyses',
  method: 'get',
  path: '/api/lab/analysis',
  access: 'lab/analysis:read',
  summary: 'Lists the analyses of the lab in all their versions.',
  query: listQueryOf(analysis),
  answer: pageOf(analysis.schema),
});

export const readAnalysis = defineCall({
  id: 'readAnalysis',
  method: 'get',
  path: '/api/lab/analysis/:id',
  access: 'lab/analysis:read',
  summary: 'Reads one version of an analysis.',
  params: AnalysisId,
  answer: analysis.schema,
});

export const readAnalysisContent = defineCall({
  id: 'readAnalysisContent',
  method: 'get',
  path: '/api/lab/analysis/:id/content',
  access: 'lab/analysis:read',
  summary: 'Reads a version of an analysis with its versions, signatures, protocols and newest runs.',
  params: AnalysisId,
  answer: ShownAnalysis,
});

export const createAnalysis = defineCall({
  id: 'createAnalysis',
  method: 'post',
  path: '/api/lab/analysis',
  access: 'lab/analysis:create',
  summary: 'Creates an analysis as a draft.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const startAnalysisVersion = defineCall({
  id: 'startAnalysisVersion',
  method: 'post',
  path: '/api/lab/analysis/versions',
  access: 'lab/analysis:create',
  summary: 'Starts the next version of an analysis as a copy of a live one.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const changeAnalysis = defineCall({
  id: 'changeAnalysis',
  method: 'patch',
  path: '/api/lab/analysis',
  access: 'lab/analysis:update',
  summary: 'Executes one operation on a version of an analysis: save, submit, return.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const approveAnalysis = defineCall({
  id: 'approveAnalysis',
  method: 'patch',
  path: '/api/lab/analysis/sign-off',
  access: 'lab/analysis:update',
  summary: 'Approves a version in validation with the signature of a director or manager.',
  body: AnalysisApproval,
  answer: OperationVerdict,
  errors: ['VALIDATION_FILE_REQUIRED', 'OWN_VERSION', 'RECORD_CHANGED'],
});

/** The pipeline signs the body, an `AnalysisReport`, in Standard Webhooks form with a key that both sides know. */
export const receiveAnalysisResult = defineCall({
  id: 'receiveAnalysisResult',
  method: 'post',
  path: '/api/lab/analysis/runs/:id/result',
  access: 'open',
  summary: 'Takes the result of an analysis run from the pipeline that executed it.',
  params: AnalysisId,
  body: binary('application/json'),
  answer: z.object({ received: z.boolean() }),
  errors: ['MESSAGE_USED', 'REPLACED', 'TRANSITION_NOT_ALLOWED'],
});
