import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import {
  RunBatches,
  RunRow,
  RunTrends,
  SampleAnalyses,
  SampleYieldRow,
  ShownRun,
} from '#db/sequencing/runs/shown-run.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

export const listRuns = defineCall({
  id: 'listRuns',
  method: 'get',
  path: '/api/internal/results/runs',
  access: 'internal/results:read',
  summary: 'Lists the runs of the sequencers of the lab.',
  query: listQueryOf(batchResult),
  answer: pageOf(RunRow),
});

export const readRun = defineCall({
  id: 'readRun',
  method: 'get',
  path: '/api/internal/results/runs/:id',
  access: 'internal/results:read',
  summary: 'Reads a run with its plots and what it gave for each sample.',
  params: z.strictObject({ id: Id }),
  answer: ShownRun,
});

export const listSampleYields = defineCall({
  id: 'listSampleYields',
  method: 'get',
  path: '/api/internal/results/samples',
  access: 'internal/results:read',
  summary: 'Lists the sequenced libraries with the sum of their runs, their target and what to load again.',
  query: listQueryOf(sampleResult),
  answer: pageOf(SampleYieldRow),
});

export const readSampleAnalyses = defineCall({
  id: 'readSampleAnalyses',
  method: 'get',
  path: '/api/internal/results/samples/:id',
  access: 'internal/results:read',
  summary: 'Reads the newest sequencing result of a sample with its target and its analyses.',
  params: z.strictObject({ id: Id }),
  answer: SampleAnalyses,
});

export const readRunBatches = defineCall({
  id: 'readRunBatches',
  method: 'get',
  path: '/api/internal/results/run-batches',
  access: 'internal/results:read',
  summary: 'Lists the sequencing batches into which a run may be imported.',
  query: z.strictObject({ minknowRunId: z.string().min(1).max(100) }),
  answer: RunBatches,
});

export const importRun = defineCall({
  id: 'importRun',
  method: 'post',
  path: '/api/internal/results/runs',
  access: 'internal/results:create',
  summary: 'Imports a run into its batch, or updates the figures of a known run.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['FIGURES_DECREASE', 'RESULTS_RELEASED', 'OTHER_BATCH'],
});

export const changeRun = defineCall({
  id: 'changeRun',
  method: 'patch',
  path: '/api/internal/results/runs',
  access: 'internal/results:update',
  summary:
    'Executes one operation on a run or on what it gave for a sample: a verdict, a top-up, its analysis.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const readRunTrends = defineCall({
  id: 'readRunTrends',
  method: 'get',
  path: '/api/internal/results/trends',
  access: 'internal/results:read',
  summary: 'Reads yields, failures and pores of ended runs by month, instrument and kind of flow cell.',
  answer: RunTrends,
});
