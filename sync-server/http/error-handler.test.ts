import pg from 'pg';
import { expect, test } from 'vitest';
import { knownError } from './error-handler.ts';

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'There was an error establishing an SSL connection',
])('a connection error of pg is a clear 503: %s', (text) => {
  expect(knownError(new Error(text))).toMatchObject({
    status: 503,
    message: 'The database cannot be reached. Nothing was changed; try again in a moment.',
  });
});

test.each(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'EAI_AGAIN', '57P01', '57P03', '08006'])(
  'the code %s of a lost connection is a clear 503',
  (code) => {
    expect(knownError(Object.assign(new Error('x'), { code }))).toMatchObject({ status: 503 });
  },
);

test.each([
  ['53100', 'The disk of the server is full. Nothing was changed; tell your administrator, then try again.'],
  ['53200', 'The server is busy. Nothing was changed; try again in a moment.'],
  ['53400', 'The server is busy. Nothing was changed; try again in a moment.'],
])('a Postgres without room for more (%s) is a clear 503', (code, message) => {
  const error = Object.assign(new pg.DatabaseError('refused by Postgres', 1, 'error'), { code });
  expect(knownError(error)).toMatchObject({ status: 503, message });
});

test('other errors stay unexpected', () => {
  expect(knownError(new Error('Cannot read properties of undefined'))).toBeNull();
});

test.each([
  ['22021', null],
  ['22P05', null],
  ['22P02', 'Unicode high surrogate must not follow a high surrogate.'],
])('text that Postgres cannot store (%s) is a clear 422', (code, detail) => {
  const error = Object.assign(new pg.DatabaseError('refused by Postgres', 1, 'error'), { code, detail });
  expect(knownError(error)).toMatchObject({ status: 422, code: 'VALIDATION' });
});

test('a value that fits no column stays unexpected', () => {
  const error = Object.assign(new pg.DatabaseError('refused by Postgres', 1, 'error'), { code: '22P02' });
  expect(knownError(error)).toBeNull();
});
