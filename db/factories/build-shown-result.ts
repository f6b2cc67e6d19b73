import type { ShownResult } from '#db/specimens/shown-results.ts';

/**
 * Build the results of a specimen in progress, with nothing blocking them: the specimen's number is its id.
 */
export const buildShownResult = (id: string, overrides: Partial<ShownResult> = {}): ShownResult => ({
  id,
  julianId: `W26325-000${id}`,
  customerSampleId: `S-${id}`,
  status: 'IN_PROGRESS',
  completedAt: null,
  resultsReleasedAt: null,
  isDataDownloaded: false,
  directorApprovedAt: null,
  approved: false,
  approvedByName: null,
  recalled: false,
  failedSamples: 0,
  approvalProblems: [],
  releaseProblems: [],
  evidence: null,
  ...overrides,
});
