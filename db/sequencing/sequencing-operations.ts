import type { OperationDefinition } from '#db/operation.ts';
import { approveAnalysis, returnAnalysis } from './analyses/approve-analysis.ts';
import {
  createAnalysis,
  saveAnalysis,
  startAnalysisVersion,
  submitAnalysis,
} from './analyses/write-analysis.ts';
import {
  failAnalysis,
  finishAnalysis,
  retryAnalysis,
  startAnalysis,
} from './analysis-runs/change-analysis-run.ts';
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
  createAnalysis,
  startAnalysisVersion,
  saveAnalysis,
  submitAnalysis,
  approveAnalysis,
  returnAnalysis,
  startAnalysis,
  finishAnalysis,
  failAnalysis,
  retryAnalysis,
] as const satisfies readonly OperationDefinition[];
