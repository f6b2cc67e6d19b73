import type { OperationDefinition } from '#db/operation.ts';
import { importRun } from './runs/import-run.ts';
import { judgeRun, judgeSampleResult } from './runs/judge-run.ts';
import { topUpSample } from './runs/top-up-sample.ts';
import { addSequencer, changeSequencerStatus, editSequencer } from './sequencers/manage-sequencers.ts';

/** The operations of sequencing; all of them run online only. */
export const SEQUENCING_OPERATIONS = [
  addSequencer,
  changeSequencerStatus,
  editSequencer,
  importRun,
  judgeRun,
  judgeSampleResult,
  topUpSample,
] as const satisfies readonly OperationDefinition[];
