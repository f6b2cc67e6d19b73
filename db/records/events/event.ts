import { z } from 'zod';
import { defineEntity, tenantFields } from '#db/entity.ts';
import { bool, instant, json, ref } from '#db/values/field-types.ts';
import { EventType } from './event-type.ts';
import { CONTAINER_WINDOW, CUSTODY_WINDOW } from './history-window.ts';

/**
 * An event of a record; append only. The custody chain of a sample is its events in order of `occurredAt`.
 */
export const event = defineEntity({
  name: 'Event',
  table: 'event',
  schema: z.object({
    ...tenantFields,
    type: EventType,
    targetType: z.string().max(60),
    targetId: ref,
    userId: ref.nullable(),
    companyId: ref.nullable(),
    occurredAt: instant,
    syncedAt: instant.nullable(),
    deviceId: ref.nullable(),
    data: json,
    customerVisible: bool,
  }),
  indexes: ['targetId'],
  replica: {
    // An event never changes, so its version and times of change say nothing to a device.
    fields: ['id', 'type', 'targetType', 'targetId', 'userId', 'occurredAt', 'syncedAt', 'deviceId', 'data'],
    embedded: [
      {
        collection: 'specimens',
        as: 'events',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['Specimen'] },
      },
      {
        collection: 'samples',
        as: 'events',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['Sample'] },
        window: CUSTODY_WINDOW,
      },
      {
        collection: 'batches',
        as: 'events',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['Batch'] },
      },
      {
        collection: 'storage',
        as: 'events',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['StorageManagement'] },
        window: CONTAINER_WINDOW,
      },
      {
        collection: 'assigned-sections',
        as: 'events',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['AssignedSection'] },
      },
    ],
  },
  appendOnly: true,
});

/**
 * The key under which an event that customers see stores a reason for the lab only; customers get the event
 * without it.
 */
export const INTERNAL_REASON = 'internalReason';
