/**
 * Return a path of our own pages for the redirect after sign-in; any other value becomes the first page.
 * Browsers read `//host`, `/\host` and paths with control characters as other sites.
 */
export function safeRedirectPath(target: unknown, origin: string): string {
  if (typeof target !== 'string' || target.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(target)) return '/';
  try {
    const url = new URL(target, origin);
    const path = `${url.pathname}${url.search}${url.hash}`;
    if (url.origin !== origin || !path.startsWith('/') || path.startsWith('//')) return '/';
    return path.startsWith('/api/') ? '/' : path;
  } catch {
    return '/';
  }
}
