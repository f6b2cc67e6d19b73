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

/** Build the path of the sign-in page, with the return path if any. */
export function signInHref(requested: string | undefined): string {
  const callbackUrl = returnPath(requested);
  return callbackUrl === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ callbackUrl })}`;
}
