/**
 * Validate the return path after sign-in: only a path of this site, never an address injected into the link.
 */
export function returnPath(requested: string | undefined): string {
  if (!requested?.startsWith('/') || /^\/[/\\]/.test(requested) || requested.startsWith('/sign-in'))
    return '/';
  try {
    const url = new URL(requested, 'http://site.invalid');
    // `/.//host` becomes `//host`, which a browser reads as another site.
    return url.host === 'site.invalid' && !url.pathname.startsWith('//')
      ? `${url.pathname}${url.search}${url.hash}`
      : '/';
  } catch {
    return '/';
  }
}

/** Build the query of an account page, with the page to open after sign-in unless it is the first one. */
export function returnSearch(requested: string | undefined): { callbackUrl?: string } {
  const callbackUrl = returnPath(requested);
  return callbackUrl === '/' ? {} : { callbackUrl };
}
