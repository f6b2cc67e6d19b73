import { z } from 'zod';

/** What the lab may do with the data; NO_RIGHTS excludes all others. */
export const DATA_USE_AGREEMENTS = [
  'NO_RIGHTS',
  'DEIDENTIFIED_DATA',
  'CLIENT_NAME',
  'REDISTRIBUTE_OR_SELL',
  'OTHER',
] as const;
export const DataUseAgreement = z.enum(DATA_USE_AGREEMENTS);
export type DataUseAgreement = z.infer<typeof DataUseAgreement>;

/** The label of each on screens. */
export const DATA_USE_AGREEMENT: Record<DataUseAgreement, string> = {
  NO_RIGHTS: 'No rights',
  DEIDENTIFIED_DATA: 'Use deidentified data',
  CLIENT_NAME: 'Use with client name',
  REDISTRIBUTE_OR_SELL: 'Redistribute or sell',
  OTHER: 'Other',
};
