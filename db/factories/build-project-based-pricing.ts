import { type ProjectBasedPricing, projectBasedPricing } from '#db/billing/project-based-pricing.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an approved price of one project. */
export function buildProjectBasedPricing(overrides: Partial<ProjectBasedPricing> = {}): ProjectBasedPricing {
  const number = nextNumber('project-price');
  return buildRow(
    projectBasedPricing,
    {
      id: `project-price-${number}`,
      projectId: 'project-1',
      protocolId: 'protocol-1',
      amount: 20_000,
      effectiveFrom: '2026-01-01',
      approvedById: 'user-sales',
      approvedAt: '2026-01-01T09:00:00.000Z',
    },
    overrides,
  );
}
