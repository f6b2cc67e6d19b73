/** Pages that show the header without sidebar, menu button and Order Now (specification 2.1). */
const PAGES_WITHOUT_MENU: readonly string[] = ['/create-account'];

/** Check whether a page shows only header and footer. */
export const isWithoutMenu = (path: string): boolean =>
  PAGES_WITHOUT_MENU.some((barePage) => path === barePage || path.startsWith(`${barePage}/`));
