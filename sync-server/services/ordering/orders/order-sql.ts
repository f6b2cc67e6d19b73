import { NOT_ACCEPTED } from '#db/ordering/orders/accepted-repeats.ts';

/**
 * SQL: who entered the order `o` of the user `u`, for its reader: customers see "the lab" instead of a name.
 * Takes the parameter positions of "the reader is a customer" and of the staff roles.
 */
export const orderedBySql = (customer: `$${number}`, staffRoles: `$${number}`): string =>
  `CASE WHEN ${customer} AND EXISTS (
     SELECT 1 FROM user_company m WHERE m.user_id = u.id AND m.entity = o.entity AND m.role = ANY (${staffRoles}))
   THEN 'The lab' ELSE coalesce(u.name, u.email) END`;

const statusList = NOT_ACCEPTED.map((status) => `'${status}'`).join(', ');

/**
 * SQL: the number of the accepted rework order that repeats a reset specimen's row; null if there is none
 * (domain D33).
 */
export const repeatedInSql = (row: string): string => `CASE WHEN ${row}.status = 'RESET' THEN (
  SELECT max(w.order_number) FROM specimen again JOIN "order" w ON w.id = again.order_id
   WHERE again.source_specimen_id = ${row}.id AND NOT again.deleted AND again.status <> 'CANCELED'
     AND NOT w.deleted AND w.source_order_id = ${row}.order_id AND w.order_classification = 'REWORK'
     AND w.status NOT IN (${statusList})) END`;
