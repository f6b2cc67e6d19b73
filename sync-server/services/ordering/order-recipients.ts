import type { ClientBase, Pool } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import { STAFF_ROLES } from '#db/access/roles.ts';

/** Somebody who is written to about an order, and where they read it. */
export interface OrderReader {
  email: string;
  /** The order's page: customers and staff have different ones. */
  path: string;
  /** Do they work at the lab? */
  staff: boolean;
  /** Do they want to be told at once when it is complete? */
  wantsCompletion: boolean;
}

// Whoever left the company, or never could see the order, is told nothing of it.
const PEOPLE = `
  SELECT DISTINCT ON (u.email) u.email, m.role = ANY ($2) AS staff, u.id = o.created_by_user_id AS ordered,
         m.company_id = o.company_id AND m.role = ANY ($3) AS manages,
         m.company_id = c.parent_company_id AND m.role = ANY ($3) AS "managesParent",
         coalesce(p.order_complete_email, true) AS "wantsCompletion"
    FROM "order" o JOIN company c ON c.id = o.company_id
    JOIN user_company m ON m.entity = o.entity AND NOT m.deactivated AND NOT m.deleted
     AND ((m.user_id = o.created_by_user_id AND (m.role = ANY ($2) OR m.company_id IN (c.id, c.parent_company_id)))
       OR (m.company_id IN (c.id, c.parent_company_id) AND m.role = ANY ($3)))
    JOIN "user" u ON u.id = m.user_id AND NOT u.deleted
    LEFT JOIN preference p ON p.user_id = u.id AND NOT p.deleted
   WHERE o.id = $1 ORDER BY u.email, manages DESC, "managesParent" DESC NULLS LAST, m.id LIMIT 50`;

interface Person {
  email: string;
  staff: boolean;
  ordered: boolean;
  manages: boolean;
  managesParent: boolean | null;
  wantsCompletion: boolean;
}

/**
 * Finds who placed an order and who manages its company, as they are now. Staff who placed it cannot decide for the
 * customer: the managers are readers too then, as they are when whoever placed it has left.
 */
export async function findOrderRecipients(
  client: ClientBase | Pool,
  orderId: string,
): Promise<{ ordered: OrderReader[]; managers: OrderReader[] }> {
  const { rows } = await client.query<Person>(PEOPLE, [
    orderId,
    [...STAFF_ROLES],
    rolesWith('answerForCompany'),
  ]);
  const readers = (people: readonly Person[]): OrderReader[] =>
    people.map(({ email, staff, wantsCompletion }) => ({
      email,
      path: `${staff ? '/lab' : ''}/orders/${orderId}`,
      staff,
      wantsCompletion,
    }));
  const own = rows.filter(({ manages }) => manages);
  // Managers of the parent organization see the order too.
  const managers = readers(own.length > 0 ? own : rows.filter(({ managesParent }) => managesParent));
  const ordered = readers(rows.filter((one) => one.ordered));
  const customers = ordered.filter(({ staff }) => !staff);
  return { ordered: customers.length > 0 ? customers : [...ordered, ...managers], managers };
}
