/** The page to go on to after sign-in: a path of this site only, never an address that somebody slipped into the link. */
export function returnPath(asked: string | undefined): string {
  if (!asked?.startsWith('/') || /^\/[/\\]/.test(asked) || asked.startsWith('/sign-in')) return '/';
  try {
    const url = new URL(asked, 'http://site.invalid');
    // `/.//host` becomes `//host`, which a browser reads as another site.
    return url.host === 'site.invalid' && !url.pathname.startsWith('//')
      ? `${url.pathname}${url.search}${url.hash}`
      : '/';
  } catch {
    return '/';
  }
}

/** The sign-in page, with the page to go on to afterwards when there is one. */
export function signInHref(asked: string | undefined): string {
  const callbackUrl = returnPath(asked);
  return callbackUrl === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ callbackUrl })}`;
}
