/** The page to go on to after sign-in: a path of this site only, never an address that somebody slipped into the link. */
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

/** The sign-in page, with the page to go on to afterwards when there is one. */
export function signInHref(requested: string | undefined): string {
  const callbackUrl = returnPath(requested);
  return callbackUrl === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ callbackUrl })}`;
}
