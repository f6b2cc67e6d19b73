/**
 * SQL: who entered the order `o` of the user `u`, for its reader: customers see "the lab" instead of a name.
 * Takes the parameter positions of "the reader is a customer" and of the staff roles.
 */
export const orderedBySql = (customer: `$${number}`, staffRoles: `$${number}`): string =>
  `CASE WHEN ${customer} AND EXISTS (
     SELECT 1 FROM user_company m WHERE m.user_id = u.id AND m.entity = o.entity AND m.role = ANY (${staffRoles}))
   THEN 'The lab' ELSE coalesce(u.name, u.email) END`;
