import { type GrantRow, row } from './grant-table.ts';

/** Domain 7.3: the grants for lab methods: protocols, procedures, flows, analyses, studies and projects. */
// biome-ignore format: a table is read row by row
export const CATALOGUE_GRANTS: readonly GrantRow[] = [
  row('lab/protocols',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CRU research', PM: 'CRUD', SL: 'R' }),
  row('lab/procedures',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CRU research', PM: 'CRUD' }),
  row('lab/flows',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'R', PM: 'CRUD' }),
  row('lab/analysis',
    { LM: 'CRUD', 'CD/RD': 'CRU', RA: 'CRU research', PM: 'CRUD' }),
  row(['lab/procedures/sign-off', 'lab/procedures/reject'],
    { 'CD/RD': 'U' }),
  row(['lab/sections', 'sections'],
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CRU', PM: 'CRUD' }),
  row('lab/studies',
    { LM: 'CRUD', 'CD/RD': 'CRU', RA: 'CRU', PM: 'CRUD' }),
  row('lab/projects',
    { LM: 'CRUD', 'CD/RD': 'CRU', LT: 'R', RA: 'CR', PM: 'CRUD', CS: 'RU' }),
];
