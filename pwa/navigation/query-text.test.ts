import { describe, expect, test } from 'vitest';
import { clearedQuery, parseQuery, queryString, updatedQuery } from './query-text.ts';

describe('the query of an address', () => {
  test('keeps other parameters when some change', () => {
    expect(updatedQuery('?role=LAB_TECH&page=3', { page: 4 })).toBe('?role=LAB_TECH&page=4');
  });

  test('is replaced as a whole when merging is off', () => {
    expect(updatedQuery('?role=LAB_TECH&page=3', { page: 4 }, { merge: false })).toBe('?page=4');
  });

  test('drops empty values: undefined, an empty text, an empty list', () => {
    expect(updatedQuery('?a=1&b=2&c=3&d=4', { a: '', b: null, c: undefined, d: [], e: 0, f: false })).toBe(
      '?e=0&f=false',
    );
  });

  test('repeats a list', () => {
    expect(updatedQuery('', { role: ['ADMIN', 'DEVELOPER'] })).toBe('?role=ADMIN&role=DEVELOPER');
    expect(parseQuery('?role=ADMIN&role=DEVELOPER')).toEqual({ role: ['ADMIN', 'DEVELOPER'] });
  });

  test('removes the chosen parameters, or all', () => {
    expect(clearedQuery('?search=lee&page=2&sort=name%3Aasc', ['search', 'page'])).toBe('?sort=name%3Aasc');
    expect(clearedQuery('?search=lee&page=2')).toBe('');
  });

  test('stays text as typed, even where it looks like a number', () => {
    for (const text of ['1e5', '007', '12345678901234567890', 'true', '"a"', 'a+b & c'])
      expect(parseQuery(queryString({ search: text }))).toEqual({ search: text });
  });
});
