import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { helpVideo } from '#db/records/support/help-video.ts';
import { HelpVideoChange, HelpVideoForm, HelpVideoRemoval } from '#db/records/support/help-video-form.ts';
import { CustomerServicePortal, ListedSupportRequest } from '#db/records/support/shown-support-request.ts';
import { SupportStatusChange, supportRequest } from '#db/records/support/support-request.ts';
import { SupportReference, SupportRequestForm } from '#db/records/support/support-request-form.ts';
import { Id } from '#db/values/id.ts';

const RecordId = z.strictObject({ id: Id });
const ChangedRecord = z.object({ id: z.string() });

export const listSupportRequests = defineCall({
  id: 'listSupportRequests',
  method: 'get',
  path: '/api/support',
  access: 'support:read',
  summary: 'Lists support requests: all for people who answer them, otherwise the own ones.',
  query: listQueryOf(supportRequest),
  answer: pageOf(ListedSupportRequest),
});

export const sendSupportRequest = defineCall({
  id: 'sendSupportRequest',
  method: 'post',
  path: '/api/support',
  access: 'support:create',
  summary: 'Sends a message to the lab, with files, and answers its reference.',
  body: SupportRequestForm,
  answer: SupportReference,
  status: 201,
});

export const changeSupportStatus = defineCall({
  id: 'changeSupportStatus',
  method: 'patch',
  path: '/api/support/:id/status',
  access: 'support:update',
  summary: 'Closes a support request with its outcome, or opens a closed one again.',
  params: RecordId,
  body: SupportStatusChange,
  answer: ChangedRecord,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const readServicePortal = defineCall({
  id: 'readServicePortal',
  method: 'get',
  path: '/api/support/desk',
  access: 'support:update',
  summary: 'Reads the work that waits for customer service.',
  answer: CustomerServicePortal,
});

export const listHelpVideos = defineCall({
  id: 'listHelpVideos',
  method: 'get',
  path: '/api/support/videos',
  access: 'support:read',
  summary: 'Lists the help videos for this kind of user, and all for their editors.',
  query: listQueryOf(helpVideo),
  answer: pageOf(helpVideo.schema),
});

export const addHelpVideo = defineCall({
  id: 'addHelpVideo',
  method: 'post',
  path: '/api/support/videos',
  access: 'support:update',
  summary: 'Adds a video to the help.',
  body: HelpVideoForm,
  answer: ChangedRecord,
  status: 201,
});

export const editHelpVideo = defineCall({
  id: 'editHelpVideo',
  method: 'patch',
  path: '/api/support/videos/:id',
  access: 'support:update',
  summary: 'Changes the details or the address of a help video.',
  params: RecordId,
  body: HelpVideoChange,
  answer: ChangedRecord,
});

export const removeHelpVideo = defineCall({
  id: 'removeHelpVideo',
  method: 'delete',
  path: '/api/support/videos/:id',
  access: 'support:delete',
  summary: 'Removes a video from the help.',
  params: RecordId,
  body: HelpVideoRemoval,
  answer: ChangedRecord,
});
