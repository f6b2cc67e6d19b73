import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';

export const addsFees = (role: Role): boolean => hasCapability(role, 'addFees');
