import type { OperationDefinition } from './operation.ts';
import { approveAnalysis, returnAnalysis } from './sequencing/analyses/approve-analysis.ts';
import {
  createAnalysis,
  saveAnalysis,
  startAnalysisVersion,
  submitAnalysis,
} from './sequencing/analyses/write-analysis.ts';
import {
  failAnalysis,
  finishAnalysis,
  retryAnalysis,
  startAnalysis,
} from './sequencing/analysis-runs/change-analysis-run.ts';
import { decideWarrantyClaim } from './sequencing/flow-cells/decide-warranty-claim.ts';
import { importRun } from './sequencing/runs/import-run.ts';
import { judgeRun, judgeSampleResult } from './sequencing/runs/judge-run.ts';
import { topUpSample } from './sequencing/runs/top-up-sample.ts';
import { SEQUENCER_OPERATIONS } from './sequencing/sequencers/manage-sequencers.ts';
import { acceptFailedSample } from './specimens/results/accept-failed-sample.ts';
import { approveSpecimens, recallResults, releaseResults } from './specimens/results/release-results.ts';

/** The operations from the instrument to the released result; all of them run online only. */
export const RESULT_OPERATIONS = [
  ...SEQUENCER_OPERATIONS,
  decideWarrantyClaim,
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
  acceptFailedSample,
  approveSpecimens,
  releaseResults,
  recallResults,
] as const satisfies readonly OperationDefinition[];
