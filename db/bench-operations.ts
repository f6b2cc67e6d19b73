import { acceptControlFailure } from './batches/accept-control-failure.ts';
import { addDuplicate } from './batches/add-duplicate.ts';
import { approveBatch } from './batches/approve-batch.ts';
import { cancelBatch } from './batches/cancel-batch.ts';
import { completeBatch } from './batches/complete-batch.ts';
import { createBatch } from './batches/create-batch.ts';
import { declineBatchFailure } from './batches/decline-batch-failure.ts';
import { failBatch } from './batches/fail-batch.ts';
import { fillPlate } from './batches/fill-plate.ts';
import { makeOutputPlate } from './batches/make-output-plate.ts';
import { moveWells } from './batches/move-wells.ts';
import { placeControl } from './batches/place-control.ts';
import { placeSample } from './batches/place-sample.ts';
import { proposeBatchFailure } from './batches/propose-batch-failure.ts';
import { removeControl } from './batches/remove-control.ts';
import { resetBatch } from './batches/reset-batch.ts';
import { setDnaBarcodes } from './batches/set-dna-barcodes.ts';
import { startBatch } from './batches/start-batch.ts';
import { swapWells } from './batches/swap-wells.ts';
import { undoOutputPlate } from './batches/undo-output-plate.ts';
import { unplaceSample } from './batches/unplace-sample.ts';
import { countInventoryItem } from './inventory/count-inventory-item.ts';
import { markInventoryItemUsed } from './inventory/mark-inventory-item-used.ts';
import { openInventoryItem } from './inventory/open-inventory-item.ts';
import { receiveInventoryItem } from './inventory/receive-inventory-item.ts';
import { releaseEquipment } from './inventory/release-equipment.ts';
import { releaseLot } from './inventory/release-lot.ts';
import { reopenInventoryItem } from './inventory/reopen-inventory-item.ts';
import type { ArgsByName, OperationDefinition } from './operation.ts';
import { assignSection } from './protocols/assign-section.ts';
import { completeUnsignedSection } from './protocols/complete-unsigned-section.ts';
import { correctFieldValue } from './protocols/correct-field-value.ts';
import { noteDeviation } from './protocols/note-deviation.ts';
import { recordFieldValue } from './protocols/record-field-value.ts';
import { recordFieldValues } from './protocols/record-field-values.ts';
import { removeLot } from './protocols/remove-lot.ts';
import { reopenSection } from './protocols/reopen-section.ts';
import { reviewSection } from './protocols/review-section.ts';
import { scanEquipment } from './protocols/scan-equipment.ts';
import { signSection } from './protocols/sign-section.ts';
import { tickStep } from './protocols/tick-step.ts';
import { addNote } from './records/add-note.ts';
import { checkInSample } from './samples/check-in-sample.ts';
import { checkOutContainer } from './samples/check-out-container.ts';
import { checkOutSample } from './samples/check-out-sample.ts';
import { confirmFailure } from './samples/confirm-failure.ts';
import { confirmVolume } from './samples/confirm-volume.ts';
import { displaceSample } from './samples/displace-sample.ts';
import { disposeSamples } from './samples/dispose-samples.ts';
import { failSample } from './samples/fail-sample.ts';
import { markSampleFound } from './samples/mark-sample-found.ts';
import { markSampleNotFound } from './samples/mark-sample-not-found.ts';
import { moveSample } from './samples/move-sample.ts';
import { moveSamples } from './samples/move-samples.ts';
import { overturnFailure } from './samples/overturn-failure.ts';
import { requeueSample } from './samples/requeue-sample.ts';
import { reviewSample } from './samples/review-sample.ts';
import { sendSamplesToClient } from './samples/send-samples-to-client.ts';
import { swapSamples } from './samples/swap-samples.ts';
import { takeAliquot } from './samples/take-aliquot.ts';
import { transferCustody } from './samples/transfer-custody.ts';
import { undoMove } from './samples/undo-move.ts';
import { accessionShipment } from './specimens/accession-shipment.ts';
import { holdSpecimen } from './specimens/hold-specimen.ts';
import { linkUnexpectedSample } from './specimens/link-unexpected-sample.ts';
import { releaseSpecimen } from './specimens/release-specimen.ts';
import { resolveDiscrepancy } from './specimens/resolve-discrepancy.ts';
import { restartSpecimen } from './specimens/restart-specimen.ts';
import { stopSpecimen } from './specimens/stop-specimen.ts';
import { changeContainer } from './storage/change-container.ts';
import { createContainer } from './storage/create-container.ts';
import { moveContainer } from './storage/move-container.ts';
import { reRackContainer } from './storage/re-rack-container.ts';
import { retireContainer } from './storage/retire-container.ts';
import { scanContainer } from './storage/scan-container.ts';
import { takeStock } from './storage/take-stock.ts';
import { resolveConflict } from './sync/resolve-conflict.ts';

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
  acceptControlFailure,
  assignSection,
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
