import { type UserCompany, userCompany } from '#db/identity/user-company.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a lab tech's membership. */
export const buildUserCompany = (overrides: Partial<UserCompany> = {}): UserCompany =>
  buildRow(
    userCompany,
    {
      id: `membership-${nextNumber('membership')}`,
      userId: 'user-tech',
      companyId: 'company-wbl',
      role: 'LAB_TECH',
      deactivated: false,
      acceptedAt: '2026-11-02T08:00:00.000Z',
      sessionVersion: 1,
    },
    overrides,
  );
