import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ListCounts } from '#db/api/list-counts.ts';
import { exportQueryOf, listQueryOf } from '#db/api/list-query.ts';
import { company } from '#db/organizations/company.ts';
import { CompanyChanges, NewCompany } from '#db/organizations/company-form.ts';
import { CompanyPage, SalesReps, ShownCompany } from '#db/organizations/shown-company.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Reason } from '#db/values/reason.ts';

const CompanyId = z.strictObject({ id: Id });
const WithReason = z.strictObject({ reason: Reason });

export const listCompanies = defineCall({
  id: 'listCompanies',
  method: 'get',
  path: '/api/companies',
  access: 'companies:read',
  summary: 'Lists the organizations that the caller may see.',
  query: listQueryOf(company),
  answer: CompanyPage,
});

export const countCompanies = defineCall({
  id: 'countCompanies',
  method: 'get',
  path: '/api/companies/counts',
  access: 'companies:read',
  summary: 'Counts the organizations that the caller may see in each built-in view of the list.',
  answer: ListCounts,
});

export const exportCompanies = defineCall({
  id: 'exportCompanies',
  method: 'get',
  path: '/api/companies/export',
  access: 'companies:read',
  summary: 'Exports all pages of the list of organizations as CSV or as a workbook.',
  query: exportQueryOf(company),
  answer: binary('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

export const listSalesReps = defineCall({
  id: 'listSalesReps',
  method: 'get',
  path: '/api/companies/sales-reps',
  access: 'companies:update',
  summary: 'Lists the people who can be the sales representative of an organization, sales roles first.',
  answer: SalesReps,
});

export const readCompany = defineCall({
  id: 'readCompany',
  method: 'get',
  path: '/api/companies/:id',
  access: 'companies:read',
  summary: 'Reads one organization with its addresses, campaigns and history.',
  params: CompanyId,
  answer: ShownCompany,
});

export const createCompany = defineCall({
  id: 'createCompany',
  method: 'post',
  path: '/api/companies',
  access: 'companies:create',
  summary: 'Creates an organization.',
  body: NewCompany,
  answer: ShownCompany,
  status: 201,
});

export const updateCompany = defineCall({
  id: 'updateCompany',
  method: 'patch',
  path: '/api/companies/:id',
  access: 'companies:update',
  summary: 'Changes the given fields of an organization.',
  params: CompanyId,
  body: CompanyChanges.extend({ seenVersion: z.int() }),
  answer: ShownCompany,
  errors: ['VERIFIED_FIELD'],
});

export const holdCompany = defineCall({
  id: 'holdCompany',
  method: 'patch',
  path: '/api/companies/:id/hold',
  access: 'companies:update',
  summary: 'Puts an organization on hold, so that it cannot submit orders.',
  params: CompanyId,
  body: WithReason,
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const releaseCompany = defineCall({
  id: 'releaseCompany',
  method: 'patch',
  path: '/api/companies/:id/release',
  access: 'companies:update',
  summary: 'Releases an organization from hold.',
  params: CompanyId,
  body: WithReason,
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const requestCompanyVerification = defineCall({
  id: 'requestCompanyVerification',
  method: 'patch',
  path: '/api/companies/:id/request-verification',
  access: 'companies:update',
  summary: 'Requests the verification of an organization, and tells the reviewers by email.',
  params: CompanyId,
  body: WithReason,
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const resubmitCompany = defineCall({
  id: 'resubmitCompany',
  method: 'patch',
  path: '/api/companies/:id/resubmit',
  access: 'companies:update',
  summary: 'Submits a rejected organization to be verified again.',
  params: CompanyId,
  body: WithReason,
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const approveCompany = defineCall({
  id: 'approveCompany',
  method: 'patch',
  path: '/api/companies/:id/approve',
  access: 'companies:update',
  summary: 'Approves an organization that awaits verification, and tells its managers by email.',
  params: CompanyId,
  body: z.strictObject({ reason: orEmpty(oneLine('', 1000)).default(null) }),
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const rejectCompany = defineCall({
  id: 'rejectCompany',
  method: 'patch',
  path: '/api/companies/:id/reject',
  access: 'companies:update',
  summary: 'Rejects an organization that awaits verification, and tells its managers the reason by email.',
  params: CompanyId,
  body: WithReason,
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});
