import { type DataUseInfo, dataUseInfo } from '#db/ordering/data-use-info.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a data use of five years of retention and deidentified use. */
export const buildDataUseInfo = (overrides: Partial<DataUseInfo> = {}): DataUseInfo =>
  buildRow(
    dataUseInfo,
    {
      id: `data-use-info-${nextNumber('data-use-info')}`,
      orderId: 'order-1',
      agreementTypes: ['DEIDENTIFIED_DATA'],
      retentionPeriod: 'YEARS_5',
      acceptedByUserId: 'user-customer',
      acceptedAt: '2026-11-10T15:00:00.000Z',
      agreementVersion: '2026-01',
    },
    overrides,
  );
