import type { Page } from '@playwright/test';

/** Paths that are part of another page, and the path of that page. */
export const LEADS: Readonly<Record<string, string>> = {
  '/settings/account': '/settings?tab=account',
  '/order': '/order/create',
};

/** Go to a page as the app's links do, without reloading the app; the previous page's DOM is gone then. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(document.createElement('a'));
    link.href = href;
    link.click();
    link.remove();
  }, address);
  await page.waitForFunction(
    (addresses) => {
      // The router sets this attribute.
      const { __TSR_ROUTER__: router } = window as unknown as {
        __TSR_ROUTER__: {
          state: { status: string; resolvedLocation?: { pathname: string; searchStr: string } };
        };
      };
      const { status, resolvedLocation: resolved } = router.state;
      if (status !== 'idle' || resolved?.pathname !== location.pathname) return false;
      const currentSearch = new URLSearchParams(resolved.searchStr);
      return addresses.some((requestedAddress) => {
        const { pathname, searchParams } = new URL(requestedAddress, location.origin);
        return (
          pathname === location.pathname &&
          [...searchParams].every(([name, value]) => currentSearch.get(name) === value)
        );
      });
    },
    [address, LEADS[address] ?? address],
  );
}
