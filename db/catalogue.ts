import type { AnyEntity } from './entity.ts';
import { certification } from './inventory/certification.ts';
import { equipment } from './inventory/equipment.ts';
import { inventoryItem } from './inventory/inventory-item.ts';
import { inventoryType } from './inventory/inventory-type.ts';
import { measurementUnit } from './inventory/measurement-unit.ts';
import { event } from './records/event.ts';
import { syncConflict } from './records/sync-conflict.ts';
import { storageManagement } from './storage/storage-management.ts';
import { batch } from './batches/batch.ts';
import { batchControl } from './batches/batch-control.ts';
import { protocol } from './protocols/protocol.ts';
import { flow } from './protocols/flow.ts';
import { protocolFlow } from './protocols/protocol-flow.ts';
import { procedure } from './protocols/procedure.ts';
import { section } from './protocols/section.ts';
import { step } from './protocols/step.ts';
import { field } from './protocols/field.ts';
import { assignedSection } from './protocols/assigned-section.ts';
import { fieldValue } from './protocols/field-value.ts';
import { signature } from './protocols/signature.ts';

/** Every entity, a line each: what the stores, the feed and the agreement test go through. */
export const CATALOGUE: readonly AnyEntity[] = [
  event,
  syncConflict,
  storageManagement,
  measurementUnit,
  inventoryType,
  inventoryItem,
  equipment,
  certification,
  protocol,
  flow,
  protocolFlow,
  procedure,
  section,
  step,
  field,
  batch,
  batchControl,
  assignedSection,
  fieldValue,
  signature,
];

const BY_NAME = new Map(CATALOGUE.map((entity) => [entity.name, entity]));

/** The entity of that name. */
export const entityNamed = (name: string): AnyEntity | undefined => BY_NAME.get(name);
