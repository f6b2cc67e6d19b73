import { ACTIONS, type Action, type Family } from './families.ts';
import type { Role } from './roles.ts';

/** The scope of a limited grant: the rows that a person reads, and the actions that the limit applies to. */
export interface GrantLimit {
  text: string;
  narrows: readonly Action[];
}

const ALL: readonly Action[] = ['create', 'read', 'update', 'delete'];

/** The texts next to the letters in the access tables. */
export const LIMITS = {
  own: { text: 'only their own', narrows: ALL },
  'own company': { text: 'only their own organization', narrows: ALL },
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

/** C = POST, R = GET, U = PUT and PATCH, D = DELETE. */
type Letters = '' | `${'C' | ''}${'R' | ''}${'U' | ''}${'D' | ''}`;

/** A cell of the table: letters, and a limit when the grant does not cover all rows. */
export type Cell = Letters | `${Letters} ${LimitName}`;

/** The columns of domain 7.3. */
export const COLUMNS = {
  LM: ['LAB_MANAGER'],
  CD: ['LAB_CLINICAL_DIRECTOR'],
  RD: ['LAB_RESEARCH_DIRECTOR'],
  'CD/RD': ['LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR'],
  LT: ['LAB_TECH'],
  RA: ['RESEARCH_ASSISTANT'],
  PM: ['PROJECT_MANAGER'],
  BM: ['BILLING_MANAGER'],
  CSM: ['CS_MANAGER'],
  CSR: ['CS_REP'],
  CS: ['CS_MANAGER', 'CS_REP'],
  SL: ['SALES_LEADER'],
  SR: ['SALES_REP'],
  M: ['COMPANY_MANAGER', 'INSTITUTION_MANAGER'],
  U: ['COMPANY_USER', 'INSTITUTION_USER'],
  CL: ['CLINICIAN'],
  CBM: ['CLINICAL_BILLING_MANAGER'],
  CLM: ['CLINICAL_MANAGER'],
} as const satisfies Record<string, readonly Role[]>;
export type Column = keyof typeof COLUMNS;

/** A row of the table: its families, and the letters of each role; a column that is not named has none. */
export interface GrantRow {
  families: readonly Family[];
  cells: Partial<Record<Column, Cell>>;
}

/** Build a row from one or several families and its cells. */
export const row = (families: Family | readonly Family[], cells: GrantRow['cells']): GrantRow => ({
  families: typeof families === 'string' ? [families] : families,
  cells,
});

/** The actions that a cell grants, and the name of its limit; null for no limit. */
export interface CellGrants {
  actions: readonly Action[];
  limit: LimitName | null;
}

const ACTION_BY_CODE: Record<string, Action> = { C: 'create', R: 'read', U: 'update', D: 'delete' };

/** Parse a cell. */
export function readCell(cell: Cell): CellGrants {
  const [letters = '', ...nameParts] = cell.split(' ');
  const name = nameParts.join(' ');
  const actions = ACTIONS.filter((action) => [...letters].some((code) => ACTION_BY_CODE[code] === action));
  return { actions, limit: name in LIMITS ? (name as LimitName) : null };
}
