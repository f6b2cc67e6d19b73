import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('the page after sign-in', () => {
  it('is the requested page with its query', () => {
    expect(returnPath('/lab/samples/move?code=A1#x')).toBe('/lab/samples/move?code=A1#x');
  });
  it('is never on another site', () => {
    for (const requested of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/lab/..//evil.example',
      'javascript:alert(1)',
      '',
      undefined,
    ]) {
      expect(returnPath(requested)).toBe('/');
    }
  });
  it('is not the sign-in page again', () => {
    expect(returnPath('/sign-in?callbackUrl=/sign-in')).toBe('/');
  });
});
