import { type AccessLog, accessLog } from '#db/records/access-log.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a sign-in. */
export const buildAccessLog = (overrides: Partial<AccessLog> = {}): AccessLog =>
  buildRow(
    accessLog,
    {
      id: `access-log-${nextNumber('access-log')}`,
      userId: 'user-tech',
      action: 'SIGN_IN',
      occurredAt: '2026-11-21T08:00:00.000Z',
    },
    overrides,
  );
