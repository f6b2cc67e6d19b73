import { approveBatch } from './batches/approve-batch.ts';
import { cancelBatch } from './batches/cancel-batch.ts';
import { completeBatch } from './batches/complete-batch.ts';
import { createBatch } from './batches/create-batch.ts';
import { acceptControlFailure } from './batches/failures/accept-control-failure.ts';
import { declineBatchFailure, failBatch, proposeBatchFailure } from './batches/failures/fail-batch.ts';
import { addDuplicate } from './batches/layout/add-duplicate.ts';
import { moveWells, swapWells } from './batches/layout/move-wells.ts';
import { placeControl, removeControl } from './batches/layout/place-control.ts';
import { fillPlate, placeSample } from './batches/layout/place-sample.ts';
import { unplaceSample } from './batches/layout/unplace-sample.ts';
import { makeOutputPlate, undoOutputPlate } from './batches/make-output-plate.ts';
import { resetBatch } from './batches/reset-batch.ts';
import { requestBatchApproval, returnBatch } from './batches/return-batch.ts';
import { setDnaBarcodes } from './batches/set-dna-barcodes.ts';
import { startBatch } from './batches/starting/start-batch.ts';
import { withdrawBatchApproval } from './batches/withdraw-batch-approval.ts';
import { countInventoryItem } from './inventory/count-inventory-item.ts';
import {
  markInventoryItemUsed,
  openInventoryItem,
  reopenInventoryItem,
} from './inventory/open-inventory-item.ts';
import { receiveInventoryItem } from './inventory/receive-inventory-item.ts';
import { releaseEquipment, releaseLot } from './inventory/release-lot.ts';
import type { ArgsByName, OperationDefinition } from './operation.ts';
import { confirmReading } from './protocols/competences/confirm-reading.ts';
import { assignSection } from './protocols/sections/assign-section.ts';
import { reopenSection } from './protocols/sections/reopen-section.ts';
import { scanEquipment, tickStep } from './protocols/sections/section-marks.ts';
import { noteDeviation } from './protocols/signing/note-deviation.ts';
import { completeUnsignedSection, reviewSection, signSection } from './protocols/signing/sign-section.ts';
import {
  correctFieldValue,
  recordFieldValue,
  recordFieldValues,
} from './protocols/values/record-field-value.ts';
import { removeLot } from './protocols/values/remove-lot.ts';
import { resolveConflict } from './records/conflicts/resolve-conflict.ts';
import { addNote } from './records/notes/add-note.ts';
import { confirmVolume } from './samples/confirm-volume.ts';
import { checkOutContainer, checkOutSample } from './samples/custody/check-out-sample.ts';
import { markSampleFound, markSampleNotFound } from './samples/custody/mark-sample-found.ts';
import { transferCustody } from './samples/custody/transfer-custody.ts';
import { disposeSamples, sendSamplesToClient } from './samples/disposing/dispose-samples.ts';
import { failSample } from './samples/failing/fail-sample.ts';
import { confirmFailure, overturnFailure, reviewSample } from './samples/failing/review-sample.ts';
import { checkInSample, displaceSample, moveSample, swapSamples } from './samples/placing/move-sample.ts';
import { moveSamples, undoMove } from './samples/placing/move-samples.ts';
import { requeueSample } from './samples/requeue-sample.ts';
import { takeAliquot } from './samples/take-aliquot.ts';
import { checkFlowCell } from './sequencing/flow-cells/check-flow-cell.ts';
import { loadFlowCell } from './sequencing/flow-cells/load-flow-cell.ts';
import { receiveFlowCell } from './sequencing/flow-cells/receive-flow-cell.ts';
import { returnFlowCell, washFlowCell } from './sequencing/flow-cells/wash-flow-cell.ts';
import { makePool } from './sequencing/pools/make-pool.ts';
import { accessionShipment } from './specimens/accession/accession-shipment.ts';
import { linkUnexpectedSample } from './specimens/accession/link-unexpected-sample.ts';
import { resolveDiscrepancy } from './specimens/discrepancies/resolve-discrepancy.ts';
import { holdSpecimen, releaseSpecimen } from './specimens/holding/hold-specimen.ts';
import { restartSpecimen, stopSpecimen } from './specimens/restart-specimen.ts';
import { changeContainer } from './storage/change-container.ts';
import { createContainer, retireContainer } from './storage/create-container.ts';
import { moveContainer } from './storage/move-container.ts';
import { reRackContainer, scanContainer } from './storage/scan-container.ts';
import { takeStock } from './storage/take-stock.ts';

/** The operations of the bench: a device runs their rules on its own replica, also without a network. */
export const BENCH_OPERATIONS = [
  resolveDiscrepancy,
  releaseSpecimen,
  linkUnexpectedSample,
  holdSpecimen,
  restartSpecimen,
  stopSpecimen,
  accessionShipment,
  receiveInventoryItem,
  openInventoryItem,
  markInventoryItemUsed,
  countInventoryItem,
  reopenInventoryItem,
  releaseLot,
  releaseEquipment,
  receiveFlowCell,
  checkFlowCell,
  makePool,
  loadFlowCell,
  washFlowCell,
  returnFlowCell,
  checkInSample,
  confirmVolume,
  checkOutContainer,
  checkOutSample,
  displaceSample,
  disposeSamples,
  markSampleFound,
  markSampleNotFound,
  moveSample,
  moveSamples,
  sendSamplesToClient,
  swapSamples,
  takeAliquot,
  transferCustody,
  undoMove,
  changeContainer,
  createContainer,
  moveContainer,
  reRackContainer,
  retireContainer,
  scanContainer,
  takeStock,
  resolveConflict,
  createBatch,
  placeSample,
  unplaceSample,
  swapWells,
  moveWells,
  fillPlate,
  placeControl,
  removeControl,
  addDuplicate,
  setDnaBarcodes,
  startBatch,
  cancelBatch,
  failBatch,
  proposeBatchFailure,
  declineBatchFailure,
  resetBatch,
  completeBatch,
  makeOutputPlate,
  undoOutputPlate,
  approveBatch,
  returnBatch,
  requestBatchApproval,
  withdrawBatchApproval,
  acceptControlFailure,
  assignSection,
  confirmReading,
  noteDeviation,
  recordFieldValue,
  recordFieldValues,
  correctFieldValue,
  removeLot,
  scanEquipment,
  tickStep,
  signSection,
  reviewSection,
  reopenSection,
  completeUnsignedSection,
  addNote,
  failSample,
  confirmFailure,
  overturnFailure,
  requeueSample,
  reviewSample,
] as const satisfies readonly OperationDefinition[];

/** The arguments of every bench operation, by name. */
export type BenchArgs = ArgsByName<typeof BENCH_OPERATIONS>;
export type BenchOperationName = keyof BenchArgs;

/** An operation of the bench with its arguments, before it is run. */
export type BenchCall<Name extends BenchOperationName = BenchOperationName> = {
  [N in Name]: { name: N; args: BenchArgs[N] };
}[Name];

const BY_NAME: ReadonlyMap<string, OperationDefinition> = new Map(
  BENCH_OPERATIONS.map((operation) => [operation.name, operation]),
);

/** Return the bench operation with a name, or undefined when this version of the product does not know it. */
export const benchOperationNamed = (name: string): OperationDefinition | undefined => BY_NAME.get(name);
