const NAME = 'sidebar';
const WEEK_S = 7 * 24 * 3600;

/** Read from the cookie text whether the sidebar was open; open by default. */
export function sidebarWasOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${NAME}=closed`);
}

/** Format the cookie that stores the sidebar state for 7 days. */
export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open ? 'open' : 'closed'}; path=/; max-age=${WEEK_S}; samesite=lax`;
}
