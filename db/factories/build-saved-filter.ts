import { type SavedFilter, savedFilter } from '#db/records/saved-filter.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a saved view of the orders. */
export function buildSavedFilter(overrides: Partial<SavedFilter> = {}): SavedFilter {
  const number = nextNumber('saved-filter');
  return buildRow(
    savedFilter,
    {
      id: `saved-filter-${number}`,
      userCompanyId: 'membership-1',
      list: 'lab/orders',
      name: `View ${number}`,
      query: { status: ['ORDERED'] },
      isDefault: false,
    },
    overrides,
  );
}
