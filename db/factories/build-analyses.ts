import { ulid } from 'ulid';
import { type Analysis, analysis } from '#db/sequencing/analyses/analysis.ts';
import { type AnalysisRun, analysisRun } from '#db/sequencing/analysis-runs/analysis-run.ts';

/** Build a live analysis of human genomes without limits. */
export const buildAnalysis = (overrides: Partial<Analysis> = {}): Analysis =>
  analysis.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    code: 'HUMAN-VARIATION',
    analysisVersion: 1,
    name: 'Human variation',
    status: 'LIVE',
    research: false,
    description: null,
    pipelineUri: 'https://github.com/epi2me-labs/wf-human-variation#v2.6.0',
    parameters: { snp: true, sv: true },
    referenceGenome: 'GRCh38',
    sourceSpecies: ['HOMO_SAPIENS'],
    outputs: ['ALIGNED_BAM', 'REPORT'],
    minYieldGb: null,
    minMeanQ: null,
    minCoverage: null,
    supersedesId: null,
    authorIds: ['user-manager'],
    submittedAt: '2026-11-02T08:00:00.000Z',
    changeSummary: 'First version of the analysis.',
    validatedById: 'user-director',
    validatedAt: '2026-11-02T08:00:00.000Z',
    returnReason: null,
    ...overrides,
  });

/** Build a run that waits for its start. */
export const buildAnalysisRun = (overrides: Partial<AnalysisRun> = {}): AnalysisRun =>
  analysisRun.schema.parse({
    id: ulid(),
    createdAt: '2026-11-24T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-24T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    sampleResultId: 'result-1',
    analysisId: 'analysis-1',
    status: 'NOT_STARTED',
    attempt: 1,
    externalId: null,
    startedAt: null,
    endedAt: null,
    message: null,
    metrics: {},
    fileIds: [],
    resultMessageId: null,
    ...overrides,
  });
