import { type GrantRow, row } from './grant-table.ts';

/** Domain 7.3: the grants for invoices, payments and prices, and for orders as the offices process them. */
// biome-ignore format: a table is read row by row
export const MONEY_GRANTS: readonly GrantRow[] = [
  row('invoices',
    { PM: 'R', BM: 'CRUD', CS: 'R', M: 'R', CL: 'R', CBM: 'R', CLM: 'R' }),
  row('create-payment-intent',
    { PM: 'C', BM: 'C', CS: 'C', M: 'C', CL: 'C', CBM: 'C', CLM: 'C' }),
  row('create-online-payment-intent',
    { PM: 'C', CS: 'C', M: 'C', U: 'C', CL: 'C', CBM: 'C', CLM: 'C' }),
  row(['billing', 'billing/invoice'],
    { PM: 'R', BM: 'CRUD', CS: 'R', CBM: 'R' }),
  row('emails',
    { LM: 'C', 'CD/RD': 'C', PM: 'C', BM: 'C', CS: 'C' }),
  row(['lab/orders', 'lab/orders/files'],
    { LM: 'CRU', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRU', BM: 'CRU', CS: 'CRU', SL: 'CRU', SR: 'CR' }),
  row('lab/orders/update/status/payment',
    { PM: 'U', BM: 'U' }),
  row('lab/orders/override/cancel',
    { PM: 'U' }),
  row('lab/orders/delete-order',
    { PM: 'D', CS: 'D draft' }),
  row('lab/orders/close',
    { LM: 'U', PM: 'U' }),
  row(['lab/price', 'lab/project-base-pricing'],
    { PM: 'CRUD', BM: 'R', CS: 'R', SL: 'CRUD', SR: 'R' }),
  row('lab/price-adjustments',
    { PM: 'CRU', BM: 'CRUD', CS: 'R', SL: 'CRU', SR: 'CR' }),
  row('lab/services',
    { LM: 'CRUD', 'CD/RD': 'R', LT: 'R', RA: 'R', PM: 'CRUD', CS: 'R', SL: 'R', SR: 'R', M: 'CR quote', U: 'CR quote', CL: 'R', CBM: 'R', CLM: 'CR quote' }),
];
