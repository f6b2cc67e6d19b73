import { type Capability, rolesWith } from '#db/access/capabilities.ts';

/** Write the roles with a capability as the list of an SQL `IN`. They are constants: no value of a request is in it. */
export const rolesSql = (capability: Capability): string =>
  `(${rolesWith(capability)
    .map((role) => `'${role}'`)
    .join(', ')})`;
