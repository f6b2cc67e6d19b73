import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { exportQueryOf, listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { OrderChoices } from '#db/ordering/orders/listed-order.ts';
import { SpecimenDecision } from '#db/specimens/discrepancies/discrepancy.ts';
import { RESULTS_STATES } from '#db/specimens/results/results-state.ts';
import { ListedSpecimen, ShownSpecimen, SPECIMEN_LIST } from '#db/specimens/shown-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SpecimenInfo } from '#db/specimens/specimen-info.ts';
import { Id } from '#db/values/id.ts';

const SpecimenId = z.strictObject({ id: Id });
const CompletedInfo = z.strictObject({ info: SpecimenInfo });

const SPECIMENS = {
  list: SPECIMEN_LIST,
  schema: specimen.schema,
  extraValues: { results: RESULTS_STATES.map(({ value }) => value) },
};

export const listSpecimens = defineCall({
  id: 'listSpecimens',
  method: 'get',
  path: '/api/specimens',
  access: 'specimens:read',
  summary: 'Lists the specimens of own orders, or all of them for the lab.',
  query: listQueryOf(SPECIMENS),
  answer: pageOf(ListedSpecimen),
});

export const exportSpecimens = defineCall({
  id: 'exportSpecimens',
  method: 'get',
  path: '/api/specimens/export',
  access: 'specimens:read',
  summary: 'Downloads all pages of the filtered list as a table.',
  query: exportQueryOf(SPECIMENS),
  answer: binary('text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});

export const listSpecimenChoices = defineCall({
  id: 'listSpecimenChoices',
  method: 'get',
  path: '/api/specimens/choices',
  access: 'specimens:read',
  summary: 'Lists the services, projects and organizations by which the list can be filtered.',
  answer: OrderChoices,
});

export const readSpecimen = defineCall({
  id: 'readSpecimen',
  method: 'get',
  path: '/api/specimens/:id',
  access: 'specimens:read',
  summary: 'Reads one specimen with its history and the decisions that the reader may take.',
  params: SpecimenId,
  answer: ShownSpecimen,
});

export const decideSpecimen = defineCall({
  id: 'decideSpecimen',
  method: 'post',
  path: '/api/specimens/:id/decide',
  access: 'specimens:create',
  summary: 'Decides as the customer how work on a specimen with a discrepancy continues.',
  params: SpecimenId,
  body: SpecimenDecision,
  answer: ShownSpecimen,
  errors: ['NOTHING_TO_DECIDE', 'DECISION_NOT_OFFERED'],
});

export const recordSpecimenDecision = defineCall({
  id: 'recordSpecimenDecision',
  method: 'patch',
  path: '/api/specimens/:id/decide',
  access: 'specimens:update',
  summary: 'Records the decision of a customer about a specimen with a discrepancy.',
  params: SpecimenId,
  body: SpecimenDecision,
  answer: ShownSpecimen,
  errors: ['NOTHING_TO_DECIDE', 'DECISION_NOT_OFFERED'],
});

export const completeSpecimenInfo = defineCall({
  id: 'completeSpecimenInfo',
  method: 'post',
  path: '/api/specimens/:id/info',
  access: 'specimens:create',
  summary: 'Adds as the customer what a received specimen lacks.',
  params: SpecimenId,
  body: CompletedInfo,
  answer: ShownSpecimen,
  errors: ['NOTHING_MISSING'],
});

export const recordSpecimenInfo = defineCall({
  id: 'recordSpecimenInfo',
  method: 'patch',
  path: '/api/specimens/:id/info',
  access: 'specimens:update',
  summary: 'Records what a customer says of a received specimen that lacks it.',
  params: SpecimenId,
  body: CompletedInfo,
  answer: ShownSpecimen,
  errors: ['NOTHING_MISSING'],
});
