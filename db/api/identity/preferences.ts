import { defineCall } from '#db/api/call-definition.ts';
import { PreferenceForm } from '#db/identity/preference-form.ts';

export const readPreference = defineCall({
  id: 'readPreference',
  method: 'get',
  path: '/api/preference',
  access: 'preference:read',
  summary: 'Reads the own email preferences, or the defaults of the role.',
  answer: PreferenceForm,
});

export const savePreference = defineCall({
  id: 'savePreference',
  method: 'put',
  path: '/api/preference',
  access: 'preference:update',
  summary: 'Saves the own email preferences.',
  body: PreferenceForm,
  answer: PreferenceForm,
});
