import type { Family } from '#db/access/families.ts';
import type { ServerCardKind } from '#db/access/record-pages.ts';
import { of, type RowCall } from './row-call.ts';

const card = (kind: ServerCardKind, rows: string, ofOtherCompany: string): RowCall => ({
  method: 'get',
  path: '/api/record-cards/:id',
  query: () => ({ kind }),
  rows,
  company: { by: 'COMPANY_MANAGER', rows: ofOtherCompany },
});

/** The cards of records, each with the family of its page, which decides who finds its rows. */
export const CARD_ROW_CALLS: readonly { family: Family; call: RowCall }[] = [
  {
    family: 'orders',
    call: card(
      'order',
      of('"order"'),
      'SELECT id FROM "order" WHERE entity = $1 AND company_id <> $2 AND NOT deleted ORDER BY id LIMIT 1',
    ),
  },
  {
    family: 'specimens',
    call: card(
      'specimen',
      of('specimen'),
      `SELECT s.id FROM specimen s JOIN "order" o ON o.id = s.order_id
        WHERE s.entity = $1 AND o.company_id <> $2 AND NOT s.deleted ORDER BY s.id LIMIT 1`,
    ),
  },
  {
    family: 'companies',
    call: card(
      'organization',
      of('company'),
      'SELECT id FROM company WHERE entity = $1 AND id <> $2 AND parent_company_id IS NULL ORDER BY id LIMIT 1',
    ),
  },
  {
    family: 'users',
    call: card(
      'person',
      `SELECT user_id AS id FROM user_company WHERE entity = $1 AND role = 'CS_REP' LIMIT 1`,
      'SELECT user_id AS id FROM user_company WHERE entity = $1 AND company_id <> $2 ORDER BY id LIMIT 1',
    ),
  },
];
