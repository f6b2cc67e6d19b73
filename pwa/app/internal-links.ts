/** Return the path of a click on a plain link, or null when the browser should handle it. */
export function internalPath(event: MouseEvent, origin: string): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== origin || url.pathname.startsWith('/api/')) return null;
  if (link.getAttribute('href')?.startsWith('#')) return null;
  return url.pathname + url.search + url.hash;
}
