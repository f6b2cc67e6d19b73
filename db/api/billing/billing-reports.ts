import { defineCall } from '#db/api/call-definition.ts';
import { EXPORT_TYPES } from '#db/billing/invoices/listed-invoice.ts';
import {
  AgeingQuery,
  AgeingReport,
  RevenueQuery,
  RevenueReport,
  TurnaroundQuery,
  TurnaroundReport,
} from '#db/billing/reports/reports.ts';

export const readRevenue = defineCall({
  id: 'readRevenue',
  method: 'get',
  path: '/api/billing/reports/revenue',
  access: 'billing:read',
  summary: 'Reads amounts invoiced and paid in a period, by month, service or organization.',
  query: RevenueQuery,
  answer: RevenueReport,
  downloads: EXPORT_TYPES,
});

export const readAgeing = defineCall({
  id: 'readAgeing',
  method: 'get',
  path: '/api/billing/reports/ageing',
  access: 'billing:read',
  summary: 'Reads the amounts that each organization owed at the end of a day, by age.',
  query: AgeingQuery,
  answer: AgeingReport,
  downloads: EXPORT_TYPES,
});

export const readTurnaround = defineCall({
  id: 'readTurnaround',
  method: 'get',
  path: '/api/billing/reports/turnaround',
  access: 'billing:read',
  summary: 'Reads the days from receipt to completion of the specimens completed in a period.',
  query: TurnaroundQuery,
  answer: TurnaroundReport,
  downloads: EXPORT_TYPES,
});
