import type { AnyEntity } from './entity.ts';
import { certification } from './inventory/certification.ts';
import { equipment } from './inventory/equipment.ts';
import { inventoryItem } from './inventory/inventory-item.ts';
import { inventoryType } from './inventory/inventory-type.ts';
import { measurementUnit } from './inventory/measurement-unit.ts';
import { event } from './records/event.ts';
import { syncConflict } from './records/sync-conflict.ts';
import { storageManagement } from './storage/storage-management.ts';

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
];

const BY_NAME = new Map(CATALOGUE.map((entity) => [entity.name, entity]));

/** The entity of that name. */
export const entityNamed = (name: string): AnyEntity | undefined => BY_NAME.get(name);
