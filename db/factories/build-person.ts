import { type Person, person } from '#db/identity/person.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a lab tech as devices know one. */
export const buildPerson = (overrides: Partial<Person> = {}): Person =>
  buildRow(
    person,
    {
      id: `membership-${nextNumber('membership')}`,
      userId: 'user-tech',
      companyId: 'company-wbl',
      name: 'Tess Tech',
      role: 'LAB_TECH',
      deactivated: false,
    },
    overrides,
  );
