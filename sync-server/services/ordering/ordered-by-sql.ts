/**
 * Who entered the order `o` of the user `u`, as it is told to whoever reads it: customers know the lab, not who of it.
 * Takes the parameters in which it stands whether a customer reads, and what the roles of staff are.
 */
export const orderedBySql = (customer: `$${number}`, staffRoles: `$${number}`): string =>
  `CASE WHEN ${customer} AND EXISTS (
     SELECT 1 FROM user_company m WHERE m.user_id = u.id AND m.entity = o.entity AND m.role = ANY (${staffRoles}))
   THEN 'The lab' ELSE coalesce(u.name, u.email) END`;
