import * as analysisCalls from '#db/api/sequencing/analyses.ts';
import * as folderCalls from '#db/api/sequencing/run-folders.ts';
import * as runCalls from '#db/api/sequencing/runs.ts';
import { readSampleSheet as sampleSheetCall } from '#db/api/sequencing/sample-sheets.ts';
import * as sequencerCalls from '#db/api/sequencing/sequencers.ts';
import { analysis } from '#db/sequencing/analyses/analysis.ts';
import { approveAnalysis } from '#db/sequencing/analyses/approve-analysis.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { signWithPin } from '#sync-server/auth/signing/pin.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import {
  executeNamed,
  serveFamilyOperation,
  serveOperation,
  serveRows,
} from '#sync-server/services/family-routes.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { analysisResultRoute } from './analysis-result-route.ts';
import { readAnalysisContent } from './read-analysis.ts';
import { readRunTrends } from './read-run-trends.ts';
import { readRunBatches, readRunRows, readShownRun } from './read-runs.ts';
import { readSampleAnalyses } from './read-sample-analyses.ts';
import { readSampleSheet } from './read-sample-sheet.ts';
import { readSampleYields } from './read-sample-yields.ts';
import { closeRunFolder, listRunFolders, queueRunFolder } from './run-folders/folder-calls.ts';

/** Sequencers, the runs below `/api/internal/results`, and analyses. */
export const sequencingRoutes: readonly ApiRoute[] = [
  ...serveRows(sequencer, sequencerCalls.listSequencers, sequencerCalls.readSequencer),
  serveOperation(sequencerCalls.addSequencer, 'add-sequencer'),
  serveFamilyOperation(sequencerCalls.changeSequencer, ['lab/sequencers']),
  serveCall(sequencerCalls.sendHeartbeat, ({ services, session, params, body }) => {
    const request = { operation: 'record-heartbeat', args: { ...body }, base: {} };
    return executeNamed({ services, session }, ['lab/sequencers'], request, { sequencerId: params.id });
  }),
  serveCall(sampleSheetCall, ({ services, session, params, query }) =>
    readSampleSheet(services, session, params.id, query),
  ),
  serveCall(runCalls.listRuns, ({ services, session, query }) => readRunRows(services, session, query)),
  // Before the run of an id.
  serveCall(folderCalls.listRunFolders, ({ services, session }) => listRunFolders(services, session)),
  serveCall(folderCalls.importRunFolder, ({ services, session, body }) =>
    queueRunFolder(services, session, body.path),
  ),
  serveCall(folderCalls.closeRunFolder, ({ services, session, params, body }) =>
    closeRunFolder(services, session, params.id, body.reason),
  ),
  serveCall(runCalls.readRun, ({ services, session, params }) => readShownRun(services, session, params.id)),
  serveCall(runCalls.listSampleYields, ({ services, session, query }) =>
    readSampleYields(services, session, query),
  ),
  serveCall(runCalls.readSampleAnalyses, ({ services, session, params }) =>
    readSampleAnalyses(services, session, params.id),
  ),
  serveCall(runCalls.readRunBatches, ({ services, session, query }) =>
    readRunBatches(services, session, query.minknowRunId),
  ),
  serveCall(runCalls.readRunTrends, ({ services, session }) => readRunTrends(services, session)),
  serveOperation(runCalls.importRun, 'import-run'),
  serveFamilyOperation(runCalls.changeRun, ['internal/results']),
  ...serveRows(analysis, analysisCalls.listAnalyses, analysisCalls.readAnalysis),
  serveOperation(analysisCalls.createAnalysis, 'create-analysis'),
  serveOperation(analysisCalls.startAnalysisVersion, 'start-analysis-version'),
  serveFamilyOperation(analysisCalls.changeAnalysis, ['lab/analysis']),
  serveCall(analysisCalls.approveAnalysis, async ({ services, session, body }) => {
    const { pin, ...args } = body;
    // A version of another lab is not found, whatever the PIN is.
    await readRow(services.pool, analysis, args.analysisId, tenantOf(session));
    const proof = await signWithPin(services, session, { pin, hash: args.contentHash });
    return executeOperation(engineOf(services), session, approveAnalysis, { ...args, proof });
  }),
  serveCall(analysisCalls.readAnalysisContent, ({ services, session, params }) =>
    readAnalysisContent(services, session, params.id),
  ),
  analysisResultRoute,
];
