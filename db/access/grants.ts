import type { Role } from './roles.ts';

export const ACTIONS = ['create', 'read', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** The API resource families of the specification (section 7). */
export const FAMILIES = [
  'auth/pin',
  'events',
  'lab/assigned-sections',
  'lab/barcode',
  'lab/batches',
  'lab/data-sync',
  'lab/equipment',
  'lab/events',
  'lab/inventory-item',
  'lab/inventory-type',
  'lab/orders',
  'lab/procedures',
  'lab/protocols',
  'lab/samples',
  'lab/samples/update/status',
  'lab/sections',
  'lab/specimens',
  'lab/specimens/move',
  'lab/storage-management',
] as const;
export type Family = (typeof FAMILIES)[number];

/** A grant is a family and an action, for example `lab/specimens/move:update`. */
export type Grant = `${Family}:${Action}`;

const ALL_ACTIONS: readonly Role[] = ['ADMIN', 'DEVELOPER'];

type Letters = '' | `${'C' | ''}${'R' | ''}${'U' | ''}${'D' | ''}`;

const LETTER: Record<Action, string> = { create: 'C', read: 'R', update: 'U', delete: 'D' };

/** Domain 7.3, a family a line; roles that are not named have no grant beyond the baseline. */
export const GRANTS: Record<Family, Partial<Record<Role, Letters>>> = {
  'auth/pin': {},
  events: {
    LAB_MANAGER: 'R',
    LAB_CLINICAL_DIRECTOR: 'R',
    LAB_RESEARCH_DIRECTOR: 'R',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'R',
    PROJECT_MANAGER: 'R',
    BILLING_MANAGER: 'R',
    CS_MANAGER: 'R',
    CS_REP: 'R',
  },
  'lab/assigned-sections': {
    LAB_MANAGER: 'CRU',
    LAB_CLINICAL_DIRECTOR: 'RU',
    LAB_RESEARCH_DIRECTOR: 'RU',
    LAB_TECH: 'RU',
    RESEARCH_ASSISTANT: 'RU',
    PROJECT_MANAGER: 'RU',
  },
  'lab/barcode': {
    LAB_MANAGER: 'CRU',
    LAB_CLINICAL_DIRECTOR: 'CR',
    LAB_RESEARCH_DIRECTOR: 'CR',
    LAB_TECH: 'CR',
    RESEARCH_ASSISTANT: 'CR',
    PROJECT_MANAGER: 'R',
    BILLING_MANAGER: 'R',
    CS_MANAGER: 'R',
    CS_REP: 'R',
  },
  'lab/batches': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'CRU',
    LAB_RESEARCH_DIRECTOR: 'CRU',
    LAB_TECH: 'RU',
    RESEARCH_ASSISTANT: 'RU',
    PROJECT_MANAGER: 'CRU',
    CS_MANAGER: 'R',
    CS_REP: 'R',
  },
  'lab/data-sync': {
    LAB_MANAGER: 'CRU',
    LAB_CLINICAL_DIRECTOR: 'CRU',
    LAB_RESEARCH_DIRECTOR: 'CRU',
    LAB_TECH: 'CR',
    RESEARCH_ASSISTANT: 'CR',
  },
  'lab/equipment': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'R',
    LAB_RESEARCH_DIRECTOR: 'R',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'R',
    PROJECT_MANAGER: 'R',
  },
  'lab/events': {
    LAB_MANAGER: 'R',
    LAB_CLINICAL_DIRECTOR: 'R',
    LAB_RESEARCH_DIRECTOR: 'R',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'R',
    PROJECT_MANAGER: 'R',
    BILLING_MANAGER: 'R',
    CS_MANAGER: 'R',
    CS_REP: 'R',
  },
  'lab/inventory-item': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'RU',
    LAB_RESEARCH_DIRECTOR: 'RU',
    LAB_TECH: 'RU',
    RESEARCH_ASSISTANT: 'RU',
    PROJECT_MANAGER: 'R',
  },
  'lab/inventory-type': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'R',
    LAB_RESEARCH_DIRECTOR: 'R',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'R',
    PROJECT_MANAGER: 'R',
  },
  'lab/orders': {
    LAB_MANAGER: 'CRU',
    LAB_CLINICAL_DIRECTOR: 'R',
    LAB_RESEARCH_DIRECTOR: 'R',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'R',
    PROJECT_MANAGER: 'CRU',
    BILLING_MANAGER: 'CRU',
    CS_MANAGER: 'CRU',
    CS_REP: 'CRU',
    SALES_LEADER: 'CRU',
    SALES_REP: 'CR',
  },
  'lab/procedures': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'CRU',
    LAB_RESEARCH_DIRECTOR: 'CRU',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'CRU',
    PROJECT_MANAGER: 'CRUD',
  },
  'lab/protocols': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'CRU',
    LAB_RESEARCH_DIRECTOR: 'CRU',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'CRU',
    PROJECT_MANAGER: 'CRUD',
    SALES_LEADER: 'R',
  },
  'lab/samples': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'CRU',
    LAB_RESEARCH_DIRECTOR: 'CRU',
    LAB_TECH: 'CRU',
    RESEARCH_ASSISTANT: 'CRU',
    PROJECT_MANAGER: 'CRU',
    CS_MANAGER: 'R',
    CS_REP: 'R',
  },
  'lab/samples/update/status': {
    LAB_MANAGER: 'U',
    LAB_CLINICAL_DIRECTOR: 'U',
    LAB_RESEARCH_DIRECTOR: 'U',
    LAB_TECH: 'U',
    RESEARCH_ASSISTANT: 'U',
    PROJECT_MANAGER: 'U',
  },
  'lab/sections': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'CRU',
    LAB_RESEARCH_DIRECTOR: 'CRU',
    LAB_TECH: 'R',
    RESEARCH_ASSISTANT: 'CRU',
    PROJECT_MANAGER: 'CRUD',
  },
  'lab/specimens': {
    LAB_MANAGER: 'CRU',
    LAB_CLINICAL_DIRECTOR: 'CRUD',
    LAB_RESEARCH_DIRECTOR: 'CRUD',
    LAB_TECH: 'RU',
    RESEARCH_ASSISTANT: 'RU',
    PROJECT_MANAGER: 'CRUD',
    BILLING_MANAGER: 'R',
    CS_MANAGER: 'RU',
    CS_REP: 'RU',
  },
  'lab/specimens/move': {
    LAB_MANAGER: 'U',
    LAB_CLINICAL_DIRECTOR: 'U',
    LAB_RESEARCH_DIRECTOR: 'U',
    LAB_TECH: 'U',
    RESEARCH_ASSISTANT: 'U',
  },
  'lab/storage-management': {
    LAB_MANAGER: 'CRUD',
    LAB_CLINICAL_DIRECTOR: 'RU',
    LAB_RESEARCH_DIRECTOR: 'RU',
    LAB_TECH: 'RU',
    RESEARCH_ASSISTANT: 'RU',
    PROJECT_MANAGER: 'R',
  },
};

/** What every signed-in person may do with their own things (domain 7.3, baseline). */
const BASELINE: Partial<Record<Family, Letters>> = { 'auth/pin': 'CU', events: 'R' };

/** May this role use this family with this action? Asked by the server for every call and by the pages to hide. */
export function may(role: Role, grant: Grant): boolean {
  if (ALL_ACTIONS.includes(role)) return true;
  const cut = grant.lastIndexOf(':');
  const family = FAMILIES.find((name) => name === grant.slice(0, cut));
  const action = ACTIONS.find((name) => name === grant.slice(cut + 1));
  if (!family || !action) return false;
  const letters = `${GRANTS[family][role] ?? ''}${BASELINE[family] ?? ''}`;
  return letters.includes(LETTER[action]);
}
