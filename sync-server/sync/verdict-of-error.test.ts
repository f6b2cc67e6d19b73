import pg from 'pg';
import { expect, test } from 'vitest';
import { refusalOf } from './verdict-of-error.ts';

const databaseError = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('refused by Postgres', 1, 'error'), { code });

test.each(['22021', '22P05'])('text that Postgres cannot store (%s) is refused without a bug', (code) => {
  expect(refusalOf(databaseError(code))).toMatchObject({ code: 'INVALID_ARGUMENTS', bug: false });
});

test('half a character, which Postgres rejects in JSON, is refused without a bug', () => {
  const error = databaseError('22P02');
  error.detail = 'Unicode low surrogate must follow a high surrogate.';
  expect(refusalOf(error)).toMatchObject({ code: 'INVALID_ARGUMENTS', bug: false });
});

test.each(['22P02', '22003', '23505'])(
  'a value that breaks a constraint (%s) is refused as a bug',
  (code) => {
    expect(refusalOf(databaseError(code))).toMatchObject({ code: 'INVALID_ARGUMENTS', bug: true });
  },
);

test.each(['57P01', '53100', '53200'])(
  'an outage or a full disk of the database (%s) is not a refusal',
  (code) => {
    expect(refusalOf(databaseError(code))).toBeUndefined();
  },
);
