import type { RxJsonSchema } from 'rxdb';
import type { OperationKind, Outcome } from '#db/operation.ts';

/**
 * The state of an operation of this device: `accepted` has a verdict that the feed has not delivered yet,
 * `settled` is in the pulled documents, `acknowledged` is a refusal that the user has seen.
 */
const OPERATION_STATES = [
  'pending',
  'sent',
  'accepted',
  'settled',
  'rejected',
  'acknowledged',
  'quarantined',
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** One operation in the outbox. The schema is frozen: devices keep operations for weeks; only add optional keys. */
export interface OperationDocument {
  /** `device|n`, zero padded: device order. */
  key: string;
  id: string;
  n: number;
  deviceId: string;
  userId: string;
  userCompanyId: string;
  name: string;
  version: number;
  kind: OperationKind;
  title: string;
  /** The device's own clock; never used for order. */
  occurredAt: string;
  mono: number;
  clockOffsetMs: number;
  base: Record<string, number>;
  dependsOn: string[];
  subjects: string[];
  args: Record<string, unknown>;
  state: OperationState;
  /** The server's verdict, or null while there is none. */
  outcome: Outcome | null;
  code: string | null;
  message: string | null;
  rev: number | null;
}

export const operationSchema: RxJsonSchema<OperationDocument> = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: {
    key: { type: 'string', maxLength: 90 },
    id: { type: 'string', maxLength: 64 },
    n: { type: 'integer' },
    deviceId: { type: 'string' },
    userId: { type: 'string' },
    userCompanyId: { type: 'string' },
    name: { type: 'string' },
    version: { type: 'integer' },
    kind: { type: 'string' },
    title: { type: 'string' },
    occurredAt: { type: 'string' },
    mono: { type: 'number' },
    clockOffsetMs: { type: 'integer' },
    base: { type: 'object' },
    dependsOn: { type: 'array' },
    subjects: { type: 'array' },
    args: { type: 'object' },
    state: { type: 'string', maxLength: 20 },
    outcome: { type: ['string', 'null'] },
    code: { type: ['string', 'null'] },
    message: { type: ['string', 'null'] },
    rev: { type: ['integer', 'null'] },
  },
  required: ['key', 'id', 'n', 'deviceId', 'state'],
};

/** Build the key of the n-th operation of a device. */
export const operationKey = (deviceId: string, n: number): string =>
  `${deviceId}|${String(n).padStart(12, '0')}`;

/** Check whether the operation has no verdict yet and so waits on this device. */
export const isUnsent = (operation: OperationDocument): boolean =>
  operation.state === 'pending' || operation.state === 'sent';

/**
 * Check whether the operation is shown over the pulled documents: no verdict yet, or not yet delivered by the
 * feed.
 */
export const isInOverlay = (operation: OperationDocument, cursor: number): boolean =>
  isUnsent(operation) ||
  ((operation.state === 'accepted' || operation.state === 'settled') &&
    operation.rev !== null &&
    operation.rev > cursor);
