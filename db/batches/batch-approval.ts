import type { Capability } from '#db/access/capabilities.ts';

/** Names the capability that approves a completed batch: of clinical work a director only (domain 4.4). */
export const batchApproval = (clinical: boolean): Capability =>
  clinical ? 'approveClinicalBatches' : 'approveResearchBatches';
