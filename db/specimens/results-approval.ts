import type { Capability } from '#db/access/capabilities.ts';

/** Names the capability that approves results: of clinical work and of research another director. */
export const resultsApproval = (clinical: boolean): Capability =>
  clinical ? 'approveClinicalResults' : 'approveResearchResults';
