import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { DataSyncQuery, DeviceIncident, ShownDataSync } from '#db/records/shown-data-sync.ts';

export const readDataSync = defineCall({
  id: 'readDataSync',
  method: 'get',
  path: '/api/lab/data-sync',
  access: 'lab/data-sync:read',
  summary: 'Reads own operations with their verdicts, and for deciders conflicts, devices and quarantine.',
  query: DataSyncQuery,
  answer: ShownDataSync,
});

export const reportIncident = defineCall({
  id: 'reportIncident',
  method: 'post',
  path: '/api/lab/data-sync/incidents',
  access: 'lab/data-sync:create',
  summary: 'Writes a report of a device about itself to the event log.',
  body: DeviceIncident,
  answer: z.object({ eventId: z.string() }),
  status: 201,
});
