import type { Action } from './families.ts';

/** The scope of a limited grant: the rows that a person reads, and the actions that the limit applies to. */
export interface GrantLimit {
  text: string;
  narrows: readonly Action[];
}

const ALL: readonly Action[] = ['create', 'read', 'update', 'delete'];

/** The texts next to the letters in the access tables. */
export const LIMITS = {
  own: { text: 'only their own', narrows: ALL },
  'own company': { text: 'only their own company', narrows: ALL },
  'own draft': { text: 'only their own, while the order is a draft', narrows: ['delete'] },
  draft: { text: 'only while the order is a draft', narrows: ['delete'] },
  drafted: { text: 'only for orders that they drafted', narrows: ['create'] },
  shown: { text: 'only what their company is shown', narrows: ['read'] },
  research: { text: 'only research ones; reads all', narrows: ['create', 'update', 'delete'] },
  'non-clinical': { text: 'not clinical ones', narrows: ['update'] },
  'fail only': { text: 'only to fail them', narrows: ['update'] },
  accession: { text: 'only while receiving and checking in', narrows: ['update'] },
  quote: { text: 'creates price quotes only, never a service', narrows: ['create'] },
} as const satisfies Record<string, GrantLimit>;

export type LimitName = keyof typeof LIMITS;
