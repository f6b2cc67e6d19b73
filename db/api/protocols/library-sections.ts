import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { LibrarySection } from '#db/protocols/library/library-content.ts';
import { OperationArgs, OperationVerdict } from '#db/sync/wire.ts';

export const readLibrary = defineCall({
  id: 'readLibrary',
  method: 'get',
  path: '/api/lab/sections/library',
  access: 'lab/sections:read',
  summary: 'Reads the sections of the library with their steps, fields and the procedures that copied them.',
  answer: z.object({ sections: z.array(LibrarySection) }),
});

export const saveLibrarySection = defineCall({
  id: 'saveLibrarySection',
  method: 'patch',
  path: '/api/lab/sections',
  access: 'lab/sections:update',
  summary: 'Creates or changes a section of the library.',
  body: OperationArgs,
  answer: OperationVerdict,
});

export const removeLibrarySection = defineCall({
  id: 'removeLibrarySection',
  method: 'delete',
  path: '/api/lab/sections',
  access: 'lab/sections:delete',
  summary: 'Removes a section from the library; copies in procedures stay.',
  body: OperationArgs,
  answer: OperationVerdict,
});
