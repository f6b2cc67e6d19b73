import { z } from 'zod';
import { CardQuery, RecordCard } from '#db/records/record-card.ts';
import { Id } from '#db/values/id.ts';
import { defineCall } from '../call-definition.ts';

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
