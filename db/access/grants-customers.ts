import { type GrantRow, row } from './grant-table.ts';

/** Domain 7.3: the grants for customers' orders, people and companies. */
// biome-ignore format: a table is read row by row
export const CUSTOMER_GRANTS: readonly GrantRow[] = [
  row(['orders', 'create-order', 'manifest', 'shipping'],
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'R', CS: 'R', SL: 'R', SR: 'R', M: 'CRU', U: 'CR', CL: 'CR', CBM: 'R', CLM: 'CRU' }),
  // Decision D32: customer service and sales register the specimens of orders that they drafted.
  row(['create-order/manifest', 'manifest/specimen'],
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'R', CS: 'CR drafted', SL: 'R', SR: 'CR drafted', M: 'CRU', U: 'CR', CL: 'CR', CBM: 'R', CLM: 'CRU' }),
  row(['specimens', 'specimens/documents'],
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'R', CS: 'RU', M: 'CRU', U: 'CR', CL: 'CR', CBM: 'R', CLM: 'CRU' }),
  row('patients',
    { CD: 'R', CS: 'R', M: 'CRU', U: 'CR', CL: 'CRU', CBM: 'R', CLM: 'CRUD' }),
  row('projects',
    { LM: 'R', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRUD', BM: 'R', CS: 'CR', SL: 'R', SR: 'R', M: 'CRU', U: 'CR', CL: 'R', CBM: 'R', CLM: 'CRU' }),
  row('companies',
    { LM: 'R', 'CD/RD': 'R', PM: 'R', BM: 'RU', CSM: 'CRU', CSR: 'R', SL: 'CRU', SR: 'R', M: 'RU own company', CLM: 'RU own company' }),
  row('users',
    { LM: 'CRU', 'CD/RD': 'R', LT: 'R', PM: 'CRU', CS: 'R', SL: 'R', M: 'CRU', CL: 'R', CBM: 'R', CLM: 'CRU' }),
  row('users/toggle-status',
    { LM: 'U', PM: 'U', M: 'U', CLM: 'U' }),
  row('clinician-licenses',
    { 'CD/RD': 'R', CS: 'RU', CL: 'CRU own', CBM: 'R', CLM: 'CRU' }),
  row('notes',
    { LM: 'UD own', 'CD/RD': 'UD own', LT: 'UD own', RA: 'UD own', PM: 'UD own', BM: 'UD own', CS: 'UD own', SL: 'UD own', SR: 'UD own', M: 'UD own', U: 'U own', CL: 'U own', CBM: 'U own', CLM: 'UD own' }),
  // Not in the domain: the roles that answer customers close their requests and maintain the videos.
  row('support',
    { CS: 'UD' }),
  row('s3/delete',
    { LM: 'D', 'CD/RD': 'D', LT: 'D own', RA: 'D own', PM: 'D', BM: 'D', CS: 'D own', SL: 'D own', SR: 'D', M: 'D own', U: 'D own draft', CL: 'D own', CLM: 'D own' }),
];
