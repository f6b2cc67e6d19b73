export const ACTIONS = ['create', 'read', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * The families of bench work. Their operations and reads cover every business entity that the lab serves, for
 * its own staff.
 */
export const LAB_FAMILIES = [
  'assigned-sections/research',
  'events',
  'internal/results',
  'lab/analysis',
  'lab/assigned-sections',
  'lab/barcode',
  'lab/batches',
  'lab/batches/directorApproved',
  'lab/batches/override',
  'lab/batches/research',
  'lab/custody',
  'lab/data-sync',
  'lab/equipment',
  'lab/events',
  'lab/flows',
  'lab/inventory-item',
  'lab/inventory-type',
  'lab/measurement-unit',
  'lab/orders',
  'lab/orders/close',
  'lab/orders/files',
  'lab/orders/override/cancel',
  'lab/procedures',
  'lab/procedures/reject',
  'lab/procedures/sign-off',
  'lab/protocols',
  'lab/samples',
  'lab/samples/files',
  'lab/samples/update/status',
  'lab/sections',
  'lab/sequencers',
  'lab/specimens',
  'lab/specimens/check-requisition-number',
  'lab/specimens/files',
  'lab/specimens/move',
  'lab/storage-management',
  'notes',
  'orders',
  's3',
  's3/delete',
  's3/downloads',
  'sections',
  'specimens',
  'specimens/documents',
] as const;

/** The families that stay within the person's own business entity. */
const ENTITY_FAMILIES = [
  'access-log',
  'audit-log',
  'auth',
  'auth/pin',
  'billing',
  'billing/invoice',
  'clinician-licenses',
  'companies',
  'create-online-payment-intent',
  'create-order',
  'create-order/manifest',
  'create-payment-intent',
  'emails',
  'filters',
  'invoices',
  'lab/orders/delete-order',
  'lab/orders/update/status/payment',
  'lab/price',
  'lab/price-adjustments',
  'lab/project-base-pricing',
  'lab/projects',
  'lab/services',
  'lab/studies',
  'manifest',
  'manifest/specimen',
  'patients',
  'permissions',
  'preference',
  'projects',
  'shipping',
  'super-admin/switch-role',
  'support',
  'users',
  'users/profile-image',
  'users/toggle-status',
] as const;

export type Family = (typeof LAB_FAMILIES)[number] | (typeof ENTITY_FAMILIES)[number];

/** The API resource families: those of the specification (section 7), and a few that the domain adds. */
export const FAMILIES: readonly Family[] = [...LAB_FAMILIES, ...ENTITY_FAMILIES].sort();

/** A grant is a family and an action, for example `lab/specimens/move:update`. */
export type Grant = `${Family}:${Action}`;

/** What a role may have: a grant, all actions of a family, or everything. */
export type HeldGrant = Grant | `${Family}:*` | '*';
