import { describe, expect, test } from 'vitest';
import { sidebarCookie, sidebarWasOpen } from './main-layout.tsx';
import { isWithoutMenu } from './signed-in.tsx';

describe('the sidebar', () => {
  test('is open until a user closes it', () => {
    expect(sidebarWasOpen('')).toBe(true);
    expect(sidebarWasOpen('theme=dark; sidebar=open')).toBe(true);
    expect(sidebarWasOpen('theme=dark; sidebar=closed; other=1')).toBe(false);
  });

  test('is remembered for seven days on every page', () => {
    expect(sidebarCookie(false)).toBe('sidebar=closed; path=/; max-age=604800; samesite=lax');
    expect(sidebarWasOpen(sidebarCookie(false).split('; ')[0] ?? '')).toBe(false);
    expect(sidebarWasOpen(sidebarCookie(true).split('; ')[0] ?? '')).toBe(true);
  });

  test('is hidden only while an account is created', () => {
    expect(['/create-account', '/create-account/success', '/', '/orders'].filter(isWithoutMenu)).toEqual([
      '/create-account',
      '/create-account/success',
    ]);
  });
});
