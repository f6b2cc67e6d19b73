const NAME = 'sidebar';
const WEEK_S = 7 * 24 * 3600;

/** Whether the sidebar was open, from the cookie text; open when nothing is remembered. */
export function sidebarWasOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${NAME}=closed`);
}

/** The cookie that remembers the sidebar for 7 days. */
export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open ? 'open' : 'closed'}; path=/; max-age=${WEEK_S}; samesite=lax`;
}
