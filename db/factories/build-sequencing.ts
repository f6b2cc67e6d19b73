import { ulid } from 'ulid';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { sheetBarcode } from '#db/sequencing/files/barcode-kits.ts';
import { type FlowCell, flowCell, flowCellRowId } from '#db/sequencing/flow-cells/flow-cell.ts';
import { type FlowCellUse, flowCellUse } from '#db/sequencing/flow-cells/flow-cell-use.ts';
import { type PoolMember, poolMember } from '#db/sequencing/pools/pool-member.ts';
import { type BatchResult, batchResult } from '#db/sequencing/runs/batch-result.ts';
import { type ImportedBarcode, type ImportedRun, totalYield } from '#db/sequencing/runs/imported-run.ts';
import { type SampleResult, sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { type Sequencer, sequencer } from '#db/sequencing/sequencers/sequencer.ts';

const base = () => ({
  id: ulid(),
  createdAt: '2026-11-03T08:00:00.000Z',
  createdById: null,
  updatedAt: '2026-11-03T08:00:00.000Z',
  version: 1,
  deleted: false,
  entity: 'WBL',
});

/** Build a PromethION 24 in use. */
export const buildSequencer = (overrides: Partial<Sequencer> = {}): Sequencer =>
  sequencer.schema.parse({
    ...base(),
    name: 'PromethION 24',
    model: 'PROMETHION_24',
    serialNumber: 'PC24B148',
    positions: ['1A', '1B', '1C', '1D', '1E', '1F', '1G', '1H'],
    status: 'ACTIVE',
    hostName: null,
    equipmentId: null,
    statusReason: null,
    lastHeartbeatAt: null,
    ...overrides,
  });

const NO_PLOTS = {
  yieldCurve: [],
  poreScans: [],
  occupancy: [],
  readLengths: null,
  qscores: null,
  phases: [],
  warnings: [],
};

/** Build the yields of a barcode with one read for each kilobase. */
export const buildImportedBarcode = (overrides: Partial<ImportedBarcode> = {}): ImportedBarcode => {
  const basesPass = overrides.basesPass ?? 60_000_000_000;
  return {
    barcode: 'barcode01',
    alias: null,
    readsPass: Math.round(basesPass / 1000),
    readsFail: 0,
    basesPass,
    basesFail: 0,
    estimatedBases: 0,
    n50: { value: 1000, source: 'basecalled' },
    meanReadLength: 1000,
    meanQscore: 14,
    ...overrides,
  };
};

/** Build the import of a run that ended as planned, with the sum of its barcodes as its yield. */
export function buildImportedRun(overrides: Partial<ImportedRun> = {}): ImportedRun {
  const barcodes = overrides.barcodes ?? [buildImportedBarcode()];
  return {
    minknowRunId: '94e07fab-d1a3-4d21-8ef9-9c50f968f119',
    acquisitionId: 'c3641428f1d0aa8d8b1c2f7e9d4f5a6b7c8d9e0f',
    rawState: 'PROTOCOL_COMPLETED',
    stopOrigin: null,
    instrumentSerial: 'PC24B148',
    instrumentProduct: 'PromethION 24',
    positionName: '1B',
    flowCellId: 'PAO99309',
    flowCellProductCode: 'FLO-PRO114M',
    kit: 'SQK-NBD114-24',
    experimentId: 'W26325-S01',
    softwareVersion: '6.2.8',
    startedAt: '2026-11-20T10:00:00.000Z',
    endedAt: '2026-11-23T10:00:00.000Z',
    outputPath: null,
    basecalled: true,
    poresAtStart: 6956,
    yield: totalYield(barcodes),
    n50: { value: 25_856, source: 'basecalled' },
    meanQscore: { value: 14, source: 'mean' },
    barcodes,
    plots: NO_PLOTS,
    isFinal: true,
    files: [{ name: 'report_PAO99309.json', kind: 'report', sha256: 'a'.repeat(64) }],
    hashCheck: null,
    ...overrides,
  };
}

/** Build a run that ended as planned and awaits its verdict. */
export const buildBatchResult = (overrides: Partial<BatchResult> = {}): BatchResult =>
  batchResult.schema.parse({
    ...base(),
    batchId: 'batch-1',
    sequencerId: null,
    instrumentSerial: 'PC24B148',
    positionName: '1B',
    flowCellId: 'PAO99309',
    flowCellProductCode: 'FLO-PRO114M',
    flowCellInventoryItemId: null,
    poresAtStart: 6956,
    kit: 'SQK-NBD114-24',
    experimentId: 'W26325-S01',
    minknowRunId: ulid(),
    acquisitionId: null,
    runStatus: 'PROTOCOL_COMPLETED',
    rawState: 'PROTOCOL_COMPLETED',
    stopOrigin: null,
    softwareVersion: '6.2.8',
    basecalled: true,
    startedAt: '2026-11-20T10:00:00.000Z',
    endedAt: '2026-11-23T10:00:00.000Z',
    readsPass: 60_000_000,
    readsFail: 0,
    basesPass: 60_000_000_000,
    basesFail: 0,
    estimatedBases: 0,
    n50: 25_856,
    n50Source: 'basecalled',
    meanQscore: '14.000',
    qscoreSource: 'mean',
    outputPath: null,
    reportFileId: null,
    attempt: 1,
    isFinal: true,
    importedFrom: [],
    hashCheck: null,
    unassigned: [],
    plots: NO_PLOTS,
    qcVerdict: 'PENDING',
    countsForOrder: true,
    analyse: true,
    verdictById: null,
    verdictAt: null,
    verdictReason: null,
    ...overrides,
  });

/** Build what a run gave for a sample, below any target. */
export const buildSampleResult = (overrides: Partial<SampleResult> = {}): SampleResult =>
  sampleResult.schema.parse({
    ...base(),
    sampleId: 's1',
    batchResultId: 'run-1',
    specimenId: null,
    dnaBarcode: 'barcode01',
    readsPass: 1000,
    basesPass: 1_000_000,
    estimatedBases: 0,
    n50: 1000,
    meanReadLength: '1000.000',
    meanQscore: '14.000',
    meanCoverage: null,
    percentAligned: null,
    cumulativeBases: 1_000_000,
    qcStatus: 'PENDING',
    verdictReason: null,
    overriddenById: null,
    analysisStatus: null,
    supersededById: null,
    comment: null,
    acceptedById: null,
    acceptedAt: null,
    ...overrides,
  });

/** Build a PromethION flow cell whose pores were counted, and that was not used yet. */
export function buildFlowCell(overrides: Partial<FlowCell> = {}): FlowCell {
  const flowCellId = overrides.flowCellId ?? 'PAO99309';
  return flowCell.schema.parse({
    ...base(),
    id: flowCellRowId(DEFAULT_LAB, flowCellId),
    flowCellId,
    inventoryItemId: null,
    productCode: 'FLO-PRO114M',
    lotNumber: null,
    receivedAt: '2026-11-10T08:00:00.000Z',
    receivedById: null,
    poresAtReceipt: null,
    poresAtCheck: 7344,
    checkedAt: '2026-11-20T08:00:00.000Z',
    checkedById: null,
    useCount: 0,
    barcodesUsed: [],
    washedAt: null,
    washedById: null,
    returnedAt: null,
    returnedById: null,
    returnReason: null,
    warrantyClaim: 'NONE',
    claimedAt: null,
    claimReason: null,
    ...overrides,
  });
}

/** Build a use that occupies its flow cell. */
export const buildFlowCellUse = (overrides: Partial<FlowCellUse> = {}): FlowCellUse =>
  flowCellUse.schema.parse({
    ...base(),
    cellId: flowCellRowId(DEFAULT_LAB, 'PAO99309'),
    batchId: 'batch-1',
    batchResultId: null,
    sequencerId: null,
    positionName: '1B',
    loadedSampleId: null,
    samples: [],
    loadedVolume: '32',
    loadedAmount: null,
    loadedAt: '2026-11-20T09:30:00.000Z',
    loadedById: null,
    overrideReason: null,
    poresAtStart: null,
    poresAtEnd: null,
    hasSequenced: null,
    endedAt: null,
    ...overrides,
  });

/** Build a library in a pool. */
export const buildPoolMember = (overrides: Partial<PoolMember> = {}): PoolMember =>
  poolMember.schema.parse({
    ...base(),
    poolSampleId: 'pool-1',
    sampleId: 's1',
    batchId: 'batch-1',
    volume: '10',
    amount: null,
    ...overrides,
  });

/** Build the import of a run that read each of these samples, as their plate names them. */
export const buildRunOf = (
  samples: readonly { barcode: string; dnaBarcode: string | null }[],
  overrides: Partial<ImportedRun> = {},
): ImportedRun =>
  buildImportedRun({
    barcodes: samples.map(({ barcode, dnaBarcode }) =>
      buildImportedBarcode({
        alias: barcode,
        barcode: dnaBarcode === null ? null : sheetBarcode(dnaBarcode),
      }),
    ),
    ...overrides,
  });
