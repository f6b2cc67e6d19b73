import { openInventoryItem } from './inventory/open-inventory-item.ts';
import type { OperationDefinition } from './operation.ts';
import { checkInSample } from './samples/check-in-sample.ts';
import { checkOutContainer } from './samples/check-out-container.ts';
import { checkOutSample } from './samples/check-out-sample.ts';
import { displaceSample } from './samples/displace-sample.ts';
import { disposeSamples } from './samples/dispose-samples.ts';
import { markSampleFound } from './samples/mark-sample-found.ts';
import { markSampleNotFound } from './samples/mark-sample-not-found.ts';
import { moveSample } from './samples/move-sample.ts';
import { moveSamples } from './samples/move-samples.ts';
import { sendSamplesToClient } from './samples/send-samples-to-client.ts';
import { swapSamples } from './samples/swap-samples.ts';
import { transferCustody } from './samples/transfer-custody.ts';
import { undoMove } from './samples/undo-move.ts';
import { accessionShipment } from './specimens/accession-shipment.ts';
import { holdSpecimen } from './specimens/hold-specimen.ts';
import { linkUnexpectedSample } from './specimens/link-unexpected-sample.ts';
import { releaseSpecimen } from './specimens/release-specimen.ts';
import { resolveDiscrepancy } from './specimens/resolve-discrepancy.ts';
import { createContainer } from './storage/create-container.ts';
import { moveContainer } from './storage/move-container.ts';
import { reRackContainer } from './storage/re-rack-container.ts';
import { retireContainer } from './storage/retire-container.ts';
import { scanContainer } from './storage/scan-container.ts';
import { takeStock } from './storage/take-stock.ts';
import { resolveConflict } from './sync/resolve-conflict.ts';

/** Every operation of the lab, a line each. Both replicas look a name up here. */
export const OPERATION_LIST: readonly OperationDefinition[] = [
  resolveDiscrepancy,
  releaseSpecimen,
  linkUnexpectedSample,
  holdSpecimen,
  accessionShipment,
  openInventoryItem,
  checkInSample,
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
  transferCustody,
  undoMove,
  createContainer,
  moveContainer,
  reRackContainer,
  retireContainer,
  scanContainer,
  takeStock,
  resolveConflict,
];

const BY_NAME = new Map(OPERATION_LIST.map((operation) => [operation.name, operation]));

/** The operation of that name, or undefined when this version of the product does not know it. */
export const operationNamed = (name: string): OperationDefinition | undefined => BY_NAME.get(name);
