import pg from 'pg';
import { expect, test } from 'vitest';
import { refusalOf } from './verdict-of-error.ts';

const databaseError = (code: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('refused by Postgres', 1, 'error'), { code });

test.each(['22021', '22P05'])('text that Postgres cannot store (%s) is refused and is no bug', (code) => {
  expect(refusalOf(databaseError(code))).toMatchObject({ code: 'INVALID_ARGUMENTS', bug: false });
});

test('half of a character, which JSON of Postgres does not take, is refused and is no bug', () => {
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

test('an outage of the database is no refusal', () => {
  expect(refusalOf(databaseError('57P01'))).toBeUndefined();
});
