import { type AuditLog, auditLog } from '#db/records/audit-log.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a change of a sample's volume. */
export const buildAuditLog = (overrides: Partial<AuditLog> = {}): AuditLog =>
  buildRow(
    auditLog,
    {
      id: `audit-log-${nextNumber('audit-log')}`,
      tableName: 'sample',
      recordId: 'sample-1',
      action: 'UPDATE',
      changes: { remainingVolume: ['1000', '800'] },
      occurredAt: '2026-11-21T10:00:00.000Z',
    },
    overrides,
  );
