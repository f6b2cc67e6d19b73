import type { OperationDefinition } from './operation.ts';
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
  acceptFailedSample,
  approveSpecimens,
  releaseResults,
  recallResults,
] as const satisfies readonly OperationDefinition[];
