import type { ClientBase, Pool } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import { STAFF_ROLES } from '#db/access/roles.ts';

/** A recipient of emails about an order, and the page they use. */
export interface OrderReader {
  email: string;
  /** The order's page, which differs for customers and staff. */
  path: string;
  /** True if they are staff. */
  staff: boolean;
  /** True if they want an immediate email when the order is complete. */
  wantsCompletion: boolean;
}

// People who left the company, or never could see the order, get no email about it.
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
 * Find the person who placed an order and the managers of its company, as of now. Staff cannot decide for the
 * customer, so the managers get the email too if staff placed the order or if the person has left.
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
