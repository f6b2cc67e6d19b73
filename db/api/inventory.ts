import { z } from 'zod';
import { equipment } from '#db/inventory/equipment.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { OnlineOperation, OperationArgs, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';
import { defineCall } from './call-definition.ts';
import { listQueryOf } from './list-query.ts';
import { pageOf } from './page-of.ts';

const RecordId = z.strictObject({ id: Id });

export const listInventoryItems = defineCall({
  id: 'listInventoryItems',
  method: 'get',
  path: '/api/lab/inventory-item',
  access: 'lab/inventory-item:read',
  summary: 'Lists the lots and consumables of the lab.',
  query: listQueryOf(inventoryItem),
  answer: pageOf(inventoryItem.schema),
});

export const readInventoryItem = defineCall({
  id: 'readInventoryItem',
  method: 'get',
  path: '/api/lab/inventory-item/:id',
  access: 'lab/inventory-item:read',
  summary: 'Reads one inventory item.',
  params: RecordId,
  answer: inventoryItem.schema,
});

export const addInventoryItem = defineCall({
  id: 'addInventoryItem',
  method: 'post',
  path: '/api/lab/inventory-item',
  access: 'lab/inventory-item:create',
  summary: 'Adds an inventory item with the arguments of `add-inventory-item`.',
  body: OperationArgs,
  answer: OperationVerdict,
  errors: ['EXISTS'],
});

export const changeInventoryItem = defineCall({
  id: 'changeInventoryItem',
  method: 'patch',
  path: '/api/lab/inventory-item',
  access: 'lab/inventory-item:update',
  summary: 'Executes one operation on inventory items; its refusals are those of the operation.',
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const listInventoryTypes = defineCall({
  id: 'listInventoryTypes',
  method: 'get',
  path: '/api/lab/inventory-type',
  access: 'lab/inventory-type:read',
  summary: 'Lists the kinds of inventory items.',
  query: listQueryOf(inventoryType),
  answer: pageOf(inventoryType.schema),
});

export const readInventoryType = defineCall({
  id: 'readInventoryType',
  method: 'get',
  path: '/api/lab/inventory-type/:id',
  access: 'lab/inventory-type:read',
  summary: 'Reads one kind of inventory item.',
  params: RecordId,
  answer: inventoryType.schema,
});

export const listEquipment = defineCall({
  id: 'listEquipment',
  method: 'get',
  path: '/api/lab/equipment',
  access: 'lab/equipment:read',
  summary: 'Lists the equipment of the lab.',
  query: listQueryOf(equipment),
  answer: pageOf(equipment.schema),
});

export const readEquipment = defineCall({
  id: 'readEquipment',
  method: 'get',
  path: '/api/lab/equipment/:id',
  access: 'lab/equipment:read',
  summary: 'Reads one piece of equipment.',
  params: RecordId,
  answer: equipment.schema,
});

export const changeEquipment = defineCall({
  id: 'changeEquipment',
  method: 'patch',
  path: '/api/lab/equipment',
  access: 'lab/equipment:update',
  summary: 'Executes one operation on equipment; its refusals are those of the operation.',
  body: OnlineOperation,
  answer: OperationVerdict,
});
