import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { section } from '#db/protocols/section.ts';
import { Id } from '#db/values/id.ts';

const RecordId = z.strictObject({ id: Id });

export const listProtocols = defineCall({
  id: 'listProtocols',
  method: 'get',
  path: '/api/lab/protocols',
  access: 'lab/protocols:read',
  summary: 'Lists the protocols of the lab.',
  query: listQueryOf(protocol),
  answer: pageOf(protocol.schema),
});

export const readProtocol = defineCall({
  id: 'readProtocol',
  method: 'get',
  path: '/api/lab/protocols/:id',
  access: 'lab/protocols:read',
  summary: 'Reads one protocol.',
  params: RecordId,
  answer: protocol.schema,
});

export const listProcedures = defineCall({
  id: 'listProcedures',
  method: 'get',
  path: '/api/lab/procedures',
  access: 'lab/procedures:read',
  summary: 'Lists the procedures of the lab.',
  query: listQueryOf(procedure),
  answer: pageOf(procedure.schema),
});

export const readProcedure = defineCall({
  id: 'readProcedure',
  method: 'get',
  path: '/api/lab/procedures/:id',
  access: 'lab/procedures:read',
  summary: 'Reads one procedure.',
  params: RecordId,
  answer: procedure.schema,
});

export const listSections = defineCall({
  id: 'listSections',
  method: 'get',
  path: '/api/lab/sections',
  access: 'lab/sections:read',
  summary: 'Lists the sections that procedures are made of.',
  query: listQueryOf(section),
  answer: pageOf(section.schema),
});

export const readSection = defineCall({
  id: 'readSection',
  method: 'get',
  path: '/api/lab/sections/:id',
  access: 'lab/sections:read',
  summary: 'Reads one section of a procedure.',
  params: RecordId,
  answer: section.schema,
});

export const listProcedureSections = defineCall({
  id: 'listProcedureSections',
  method: 'get',
  path: '/api/sections',
  access: 'sections:read',
  summary: 'Lists the sections that procedures are made of, for programs outside the lab area.',
  query: listQueryOf(section),
  answer: pageOf(section.schema),
});

export const readProcedureSection = defineCall({
  id: 'readProcedureSection',
  method: 'get',
  path: '/api/sections/:id',
  access: 'sections:read',
  summary: 'Reads one section of a procedure, for programs outside the lab area.',
  params: RecordId,
  answer: section.schema,
});
