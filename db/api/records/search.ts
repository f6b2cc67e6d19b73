import { z } from 'zod';
import { CardQuery, RecordCard } from '#db/records/record-card.ts';
import { SearchHits, SearchText } from '#db/records/search-hits.ts';
import { Id } from '#db/values/id.ts';
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

/** The rights are those of the record's page. */
export const readRecordCard = defineCall({
  id: 'readRecordCard',
  method: 'get',
  path: '/api/record-cards/:id',
  access: 'session',
  summary: 'Reads the few facts of a record that the card of its link shows, if the person may open it.',
  params: z.strictObject({ id: Id }),
  query: CardQuery,
  answer: RecordCard,
});
