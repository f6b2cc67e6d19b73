/** The tabs of one batch, as named in the address. */
export const BATCH_TABS = ['overview', 'plate', 'sections', 'samples', 'flow-cells'] as const;
export type BatchTab = (typeof BATCH_TABS)[number];
