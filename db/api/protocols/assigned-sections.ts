import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { OnlineOperation, OperationVerdict } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';

const AssignedSectionId = z.strictObject({ id: Id });

export const listAssignedSections = defineCall({
  id: 'listAssignedSections',
  method: 'get',
  path: '/api/lab/assigned-sections',
  access: 'lab/assigned-sections:read',
  summary: 'Lists the sections of batches, with their status and the person they are assigned to.',
  query: listQueryOf(assignedSection),
  answer: pageOf(assignedSection.schema),
});

export const readAssignedSection = defineCall({
  id: 'readAssignedSection',
  method: 'get',
  path: '/api/lab/assigned-sections/:id',
  access: 'lab/assigned-sections:read',
  summary: 'Reads one section of a batch.',
  params: AssignedSectionId,
  answer: assignedSection.schema,
});

const RESEARCH_SECTIONS = '/api/assigned-sections/research';

export const listResearchSections = defineCall({
  id: 'listResearchSections',
  method: 'get',
  path: RESEARCH_SECTIONS,
  access: 'assigned-sections/research:read',
  summary: 'Lists the sections of research batches.',
  query: listQueryOf(assignedSection),
  answer: pageOf(assignedSection.schema),
});

export const readResearchSection = defineCall({
  id: 'readResearchSection',
  method: 'get',
  path: `${RESEARCH_SECTIONS}/:id`,
  access: 'assigned-sections/research:read',
  summary: 'Reads one section of a research batch.',
  params: AssignedSectionId,
  answer: assignedSection.schema,
});

export const changeResearchSection = defineCall({
  id: 'changeResearchSection',
  method: 'patch',
  path: `${RESEARCH_SECTIONS}/:id`,
  access: 'assigned-sections/research:update',
  summary: 'Executes one operation on a section of a research batch.',
  params: AssignedSectionId,
  body: OnlineOperation,
  answer: OperationVerdict,
});

export const changeAssignedSection = defineCall({
  id: 'changeAssignedSection',
  method: 'patch',
  path: '/api/lab/assigned-sections/:id',
  access: 'lab/assigned-sections:update',
  summary: 'Executes one operation on a section of a batch; its refusals are those of the operation.',
  params: AssignedSectionId,
  body: OnlineOperation,
  answer: OperationVerdict,
});
