import { z } from 'zod';
import { AccessRow, Activity, AuditRow, EventRow } from '#db/records/events/shown-log.ts';
import { Id } from '#db/values/id.ts';
import { binary, defineCall } from '../call-definition.ts';
import { pageOf } from '../page-of.ts';
import {
  ACCESS_LOG,
  AUDIT_LOG,
  EVENTS_LOG,
  LAB_EVENTS_LOG,
  logQueryOf,
  type RecordLog,
} from './log-query.ts';

interface LogWords {
  /** As in `listEvents`. */
  plural: string;
  /** As in `readEvent`. */
  singular: string;
  /** What the log holds, for the summaries. */
  content: string;
}

/** Declare the calls of a log: its page, its activity over time, its export and one row. */
function defineLogCalls<Row extends z.ZodType>(
  log: RecordLog,
  row: Row,
  { plural, singular, content }: LogWords,
) {
  const path = `/api/${log.family}` as const;
  const access = `${log.family}:read` as const;
  const query = logQueryOf(log);
  return {
    list: defineCall({
      id: `list${plural}`,
      method: 'get',
      path,
      access,
      summary: `Lists ${content}, newest first.`,
      query,
      answer: pageOf(row),
    }),
    activity: defineCall({
      id: `read${singular}Activity`,
      method: 'get',
      path: `${path}/activity`,
      access,
      summary: `Counts ${content} over time.`,
      query,
      answer: Activity,
    }),
    export: defineCall({
      id: `export${plural}`,
      method: 'get',
      path: `${path}/export`,
      access,
      summary: `Exports ${content} as a CSV file, 50,000 rows at most.`,
      query,
      answer: binary('text/csv'),
    }),
    read: defineCall({
      id: `read${singular}`,
      method: 'get',
      path: `${path}/:id`,
      access,
      summary: `Reads one row of ${content}.`,
      params: z.strictObject({ id: Id }),
      answer: row,
    }),
  };
}

/** The calls of one log. */
export type LogCalls<Row extends z.ZodType = z.ZodType> = ReturnType<typeof defineLogCalls<Row>>;

const events = defineLogCalls(EVENTS_LOG, EventRow, {
  plural: 'Events',
  singular: 'Event',
  content: 'the events that a customer sees of own records',
});
const labEvents = defineLogCalls(LAB_EVENTS_LOG, EventRow, {
  plural: 'LabEvents',
  singular: 'LabEvent',
  content: 'the events of the lab',
});
const accesses = defineLogCalls(ACCESS_LOG, AccessRow, {
  plural: 'Accesses',
  singular: 'Access',
  content: 'the accesses to patient data, files and accounts',
});
const changes = defineLogCalls(AUDIT_LOG, AuditRow, {
  plural: 'Changes',
  singular: 'Change',
  content: 'the changes of records, field by field',
});

export const LOG_CALLS = { events, labEvents, accesses, changes } as const;

export const {
  list: listEvents,
  activity: readEventActivity,
  export: exportEvents,
  read: readEvent,
} = events;
export const {
  list: listLabEvents,
  activity: readLabEventActivity,
  export: exportLabEvents,
  read: readLabEvent,
} = labEvents;
export const {
  list: listAccesses,
  activity: readAccessActivity,
  export: exportAccesses,
  read: readAccess,
} = accesses;
export const {
  list: listChanges,
  activity: readChangeActivity,
  export: exportChanges,
  read: readChange,
} = changes;
