import type { Row } from '#db/entity.ts';
import type { event } from './event.ts';

/** Return the sort key of an operation by the clock; operations of one moment are ordered by their ids. */
export const clockOf = (occurredAt: string, operationId: unknown): string =>
  `${occurredAt} ${String(operationId)}`;

/** Return the sort key of the operation that wrote an event. */
export const clockOfEvent = ({ occurredAt, data }: Pick<Row<typeof event>, 'occurredAt' | 'data'>): string =>
  clockOf(occurredAt, data['operationId']);
