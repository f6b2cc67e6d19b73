import { SearchHits, SearchText } from '#db/records/search-hits.ts';
import { defineCall } from '../call-definition.ts';

/** The text is sent in the body: people also type names, and an address is kept in logs. */
export const searchRecords = defineCall({
  id: 'searchRecords',
  method: 'post',
  path: '/api/search',
  access: 'session',
  summary: 'Finds a few records of each kind that the person may list, by their numbers and names.',
  body: SearchText,
  answer: SearchHits,
});
